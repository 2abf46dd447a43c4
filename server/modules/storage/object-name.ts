import { BUCKETS, type Bucket } from '#contract/calls/storage.ts';
import { transliterate } from '#contract/constants/transliterate.ts';
import { decodePath } from '#server/core/decode-path.ts';

export interface ObjectName {
  bucket: Bucket;
  name: string;
}

export const parseBucket = (name: string): Bucket | undefined =>
  BUCKETS.find((known) => known === name);

const MAX_PATH_BYTES = 900;
/** Characters that some clients cannot send in an address, and invisible ones. */
const FORBIDDEN = /[\p{Cc}\p{Zl}\p{Zp}\\?#%]/u;

/** Path of an object as sent, in any writing system; stored in a row, never used as a file name. */
export function parseObjectPath(path: string): string | undefined {
  const isPath =
    path.isWellFormed() &&
    Buffer.byteLength(path) <= MAX_PATH_BYTES &&
    !FORBIDDEN.test(path) &&
    path.split('/').every((part) => !/^\.{0,2}$/.test(part));
  return isPath ? path : undefined;
}

/** Parses `bucket/path` of an address. */
export function parseObjectKey(rawPath: string): ObjectPath | undefined {
  const [bucketName = '', ...parts] = decodePath(rawPath)?.split('/') ?? [];
  const bucket = parseBucket(bucketName);
  const path = parseObjectPath(parts.join('/'));
  return bucket && path !== undefined ? { bucket, path } : undefined;
}

export interface ObjectPath {
  bucket: Bucket;
  path: string;
}

/** Hash in a content-addressed name (`calm-0123456789abcdef.mp3`). */
export function contentHashOf(name: string): string | undefined {
  return /-([0-9a-f]{16,64})\.\w+$/.exec(name)?.[1];
}

/** `Morning Prayer.MP3` → `morning-prayer`, the readable part of a stored name. */
export function slugOf(name: string): string {
  const base =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '';
  const slug = transliterate(base)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return slug || 'file';
}
