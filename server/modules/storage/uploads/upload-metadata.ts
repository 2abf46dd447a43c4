import { z } from 'zod';
import { isStorable, parseJsonAs } from '#server/core/parse-json.ts';
import { parseBucket, parseObjectPath } from '../object-name.ts';

/** Id of an upload in its URL. */
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

const text = z.string().nullish();
/** tus metadata: what Supabase's clients send, and what this server adds (`owner` and `upsert`). */
const schema = z.object({
  bucketName: z.string(),
  objectName: z.string(),
  cacheControl: text,
  metadata: text,
  /** Set by the admin area, whose tracks refer to content addresses. */
  contentAddressed: text,
  owner: text,
  upsert: text,
});

/** Destination of an upload and its stored metadata. */
export type UploadTarget = NonNullable<ReturnType<typeof parseUploadMetadata>>;

/** Undefined if the destination is invalid. */
export function parseUploadMetadata(metadata: unknown) {
  const parsed = schema.safeParse(metadata);
  if (!parsed.success) return undefined;
  const { bucketName, objectName, cacheControl, contentAddressed, owner, upsert } = parsed.data;
  const bucket = parseBucket(bucketName);
  const path = parseObjectPath(objectName);
  const isContent = contentAddressed === 'true';
  const parts = objectName.split('/');
  const name = parts.at(-1) ?? '';
  // The name of a content-addressed file may have any characters, but no segment that is empty, `.` or `..`.
  const isUsable = isContent ? parts.every((part) => !/^\.{0,2}$/.test(part)) : path !== undefined;
  if (!bucket || !isUsable) return undefined;
  return {
    bucket,
    /** The sender's file name. */
    name,
    /** Path of the object; undefined for a content-addressed file. */
    path: isContent ? undefined : path,
    owner: owner ?? null,
    isUpsert: upsert === 'true',
    cacheControl: toCacheControl(cacheControl),
    metadata: parseUserMetadata(parsed.data.metadata),
  };
}

/** Accepts `3600`, `max-age=3600` and `no-cache`; ignores other values. */
export function toCacheControl(given: string | null | undefined): string | undefined {
  const seconds = /^(?:max-age=)?(\d{1,9})$/.exec(given?.trim() ?? '')?.[1];
  if (seconds !== undefined) return `max-age=${seconds}`;
  return given?.trim() === 'no-cache' ? 'no-cache' : undefined;
}

const MAX_METADATA = 4_000;
const userMetadata = z.record(z.string(), z.unknown()).refine(isStorable);

/** Undefined for metadata that is too long, is not a JSON object, or cannot be stored. */
export function parseUserMetadata(given: string | null | undefined) {
  if (!given || given.length > MAX_METADATA) return undefined;
  return parseJsonAs(userMetadata, given);
}
