import type { Bucket, ListRequest } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { contentHashOf } from './object-name.ts';
import type { StorageObject } from './objects.repository.ts';

// Supabase Storage's representations of buckets and objects.

/** Fixed creation date of the built-in buckets. */
const BUCKETS_SINCE = '2026-01-01T00:00:00.000Z';

export function describeBucket(id: Bucket) {
  return {
    id,
    name: id,
    owner: '',
    type: 'STANDARD',
    // The bucket is public; its gated recordings need signed addresses.
    public: true,
    file_size_limit: id === 'avatars' ? LIMITS.avatarBytes : LIMITS.resumableBytes,
    allowed_mime_types: id === 'audio' ? ['audio/*'] : ['image/*'],
    created_at: BUCKETS_SINCE,
    updated_at: BUCKETS_SINCE,
  };
}

export function describeObject(object: StorageObject, name: string) {
  const { id, bucket, owner, content_type, bytes, created_at, updated_at } = object;
  return {
    name,
    id,
    bucket_id: bucket,
    owner: owner ?? '',
    created_at,
    updated_at,
    last_accessed_at: updated_at,
    metadata: {
      eTag: etagOf(object),
      size: bytes,
      mimetype: content_type,
      cacheControl: cacheControlOf(object),
      lastModified: updated_at,
      contentLength: bytes,
      httpStatusCode: 200,
    },
  };
}

export function describeObjectInfo(object: StorageObject) {
  const { id, bucket, path, content_type, bytes, created_at, updated_at, metadata } = object;
  return {
    id,
    name: path,
    version: object.name,
    bucket_id: bucket,
    size: bytes,
    content_type,
    cache_control: cacheControlOf(object),
    etag: etagOf(object),
    metadata: metadata ?? {},
    last_modified: updated_at,
    created_at,
  };
}

const etagOf = ({ name }: StorageObject) => `"${contentHashOf(name) ?? name}"`;
const cacheControlOf = ({ cache_control }: StorageObject) => cache_control ?? 'no-cache';

type Entry = ReturnType<typeof describeObject> | ReturnType<typeof describeFolder>;

function describeFolder(name: string) {
  const nothing = { id: null, created_at: null, updated_at: null, last_accessed_at: null };
  return { name, ...nothing, metadata: null };
}

/** Direct children of a folder: files, and each subfolder once. */
export function listFolder(
  objects: readonly StorageObject[],
  folder: string,
  { search, sortBy, limit, offset }: ListRequest,
): Entry[] {
  const entries = new Map<string, Entry>();
  for (const object of objects) {
    const [name = '', ...rest] = object.path.slice(folder.length).split('/');
    if (search && !name.toLowerCase().startsWith(search.toLowerCase())) continue;
    const entry = rest.length > 0 ? describeFolder(name) : describeObject(object, name);
    entries.set(rest.length > 0 ? `${name}/` : name, entry);
  }
  const { column, order } = sortBy;
  const keyOf = (entry: Entry) => entry[column] ?? '';
  const sorted = [...entries.values()].sort((a, b) =>
    keyOf(a) < keyOf(b) ? -1 : Number(keyOf(a) > keyOf(b)),
  );
  if (order === 'desc') sorted.reverse();
  return sorted.slice(offset, offset + limit);
}
