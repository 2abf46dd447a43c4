import { BUCKETS, type Bucket } from '#contract/calls/storage.ts';
import { toPlainLetters } from '#contract/words/plain-letters.ts';
import { isStoredName, MAX_DEPTH } from '#contract/words/stored-names.ts';

export interface ObjectName {
  bucket: Bucket;
  name: string;
}

/** Only names that can be files of ours; every other path (`..`, backslashes, NUL, a drive) is not a name at all. */
export function parseObjectName(path: string): ObjectName | undefined {
  const decoded = decode(path);
  if (decoded === undefined) return undefined;
  const [bucketName, ...parts] = decoded.split('/');
  const bucket = BUCKETS.find((known) => known === bucketName);
  const name = parts.join('/');
  return bucket !== undefined && isStoredName(name) ? { bucket, name } : undefined;
}

/** Where a file is to go, and what its sender calls it, in the letters of any script. */
export interface SentName {
  bucket: Bucket;
  name: string;
}

/** Folders before it are let in, and lead nowhere: the stored name is made of the last part alone. */
export function parseSentName(path: string): SentName | undefined {
  const [bucketName, ...parts] = decode(path)?.split('/') ?? [];
  const bucket = BUCKETS.find((known) => known === bucketName);
  const name = parts.at(-1);
  const isOne = parts.length <= MAX_DEPTH && parts.every((part) => !/^\.{0,2}$/.test(part));
  return bucket !== undefined && name !== undefined && isOne ? { bucket, name } : undefined;
}

/** The part of a content-addressed name (`calm-0123456789abcdef.mp3`) that changes with the content. */
export function contentHashOf(name: string): string | undefined {
  return /-([0-9a-f]{16,64})\.\w+$/.exec(name)?.[1];
}

/** `Morning Prayer.MP3` → `morning-prayer`, for the readable part of a stored name. */
export function slugOf(name: string): string {
  const base =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '') ?? '';
  const slug = toPlainLetters(base)
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .toLowerCase()
    .slice(0, 60);
  return slug || 'file';
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
