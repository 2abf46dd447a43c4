import { z } from 'zod';
import { isStorable, parseJsonAs } from '#server/core/parse-json.ts';
import { parseBucket, parseObjectPath } from '../object-name.ts';

/** Upload id in an address, mapped to the datastore's key. */
export const UPLOAD_ID = /^[0-9a-f]{32}$/;

const text = z.string().nullish();
/** tus metadata of Supabase's clients, and this server's additions: owner, and whether it may replace. */
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
  // Without a path, any characters are allowed except for `..` segments.
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

/** Clients send `3600` or `max-age=3600`; others are ignored. */
export function toCacheControl(given: string | null | undefined): string | undefined {
  const seconds = /^(?:max-age=)?(\d{1,9})$/.exec(given?.trim() ?? '')?.[1];
  if (seconds !== undefined) return `max-age=${seconds}`;
  return given?.trim() === 'no-cache' ? 'no-cache' : undefined;
}

const MAX_METADATA = 4_000;
const userMetadata = z.record(z.string(), z.unknown()).refine(isStorable);

/** Undefined for metadata that is too long, no object or not storable. */
export function parseUserMetadata(given: string | null | undefined) {
  if (!given || given.length > MAX_METADATA) return undefined;
  return parseJsonAs(userMetadata, given);
}
