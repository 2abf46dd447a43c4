import { BUCKETS, type Bucket } from '#contract/storage.ts';

export interface ObjectName {
  bucket: Bucket;
  name: string;
}

/** Letters, digits and a few marks, no leading dot: nothing that means something to a file system or a shell. */
const SEGMENT = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/;
const MAX_DEPTH = 6;

/** Only names that can be files of ours; every other path (`..`, backslashes, NUL, a drive) is not a name at all. */
export function parseObjectName(path: string): ObjectName | undefined {
  const decoded = decode(path);
  if (decoded === undefined) return undefined;
  const [bucketName, ...segments] = decoded.split('/');
  const bucket = BUCKETS.find((known) => known === bucketName);
  if (bucket === undefined || segments.length === 0 || segments.length > MAX_DEPTH)
    return undefined;
  if (!segments.every((segment) => SEGMENT.test(segment))) return undefined;
  return { bucket, name: segments.join('/') };
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
  const slug = base
    .normalize('NFKD')
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
