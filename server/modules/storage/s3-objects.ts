import { open } from 'node:fs/promises';
import type { StoredFile } from '#server/core/file-store.ts';
import { mediaTypeOf } from '#server/http/media-types.ts';
import { contentHashOf } from './object-name.ts';
import type { S3Connection } from './s3-connection.ts';

/** Larger files go in parts of this size, each of which may be tried again alone. */
export const PART = 8 * 1024 * 1024;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** What the store tells of a file to whoever it gives it to. */
export function headersOf(name: string): { ContentType: string; CacheControl?: string } {
  const ContentType = mediaTypeOf(name).type;
  return contentHashOf(name) === undefined
    ? { ContentType }
    : { ContentType, CacheControl: IMMUTABLE };
}

export interface ObjectKey {
  Bucket: string;
  Key: string;
}

export async function head(s3: S3Connection, key: ObjectKey): Promise<StoredFile | undefined> {
  const found = await s3.ask(`looking for ${key.Key}`, (sdk, client) =>
    client.send(new sdk.HeadObjectCommand(key)),
  );
  return (
    found && { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
  );
}

export async function readText(s3: S3Connection, key: ObjectKey): Promise<string | undefined> {
  return s3.ask(`reading ${key.Key}`, async (sdk, client) => {
    const { Body } = await client.send(new sdk.GetObjectCommand(key));
    return Body?.transformToString();
  });
}

export async function listFiles(
  s3: S3Connection,
  where: { Bucket: string; Prefix: string; Delimiter?: string },
): Promise<(StoredFile & { name: string })[]> {
  const files: (StoredFile & { name: string })[] = [];
  let next: string | undefined;
  do {
    const ContinuationToken = next;
    const page = await s3.demand(`listing ${where.Prefix}`, (sdk, client) =>
      client.send(new sdk.ListObjectsV2Command({ ...where, ContinuationToken })),
    );
    for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? []) {
      const name = Key.slice(where.Prefix.length);
      if (name) files.push({ name, bytes: Size, modifiedAt: LastModified });
    }
    next = page.NextContinuationToken;
  } while (next !== undefined);
  return files;
}

export async function putFile(
  s3: S3Connection,
  object: ObjectKey & { ContentType: string; CacheControl?: string },
  path: string,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const part = async (from: number) => {
      const length = Math.min(PART, size - from);
      const buffer = Buffer.alloc(length);
      for (let done = 0; done < length; ) {
        const { bytesRead } = await file.read(buffer, done, length - done, from + done);
        if (bytesRead === 0) throw new Error('A file became shorter while it was stored.');
        done += bytesRead;
      }
      return buffer;
    };
    if (size <= PART) {
      const Body = await part(0);
      await s3.demand(`storing ${object.Key}`, (sdk, client) =>
        client.send(new sdk.PutObjectCommand({ ...object, Body })),
      );
    } else await putInParts(s3, object, size, part);
  } finally {
    await file.close();
  }
}

export async function putText(s3: S3Connection, key: ObjectKey, text: string): Promise<void> {
  await s3.demand(`writing ${key.Key}`, (sdk, client) =>
    client.send(new sdk.PutObjectCommand({ ...key, Body: Buffer.from(text) })),
  );
}

export async function removeObject(s3: S3Connection, key: ObjectKey): Promise<void> {
  await s3.ask(`removing ${key.Key}`, (sdk, client) =>
    client.send(new sdk.DeleteObjectCommand(key)),
  );
}

/** Answers the tag by which the part is named when the object is completed. */
export async function addPart(
  s3: S3Connection,
  key: ObjectKey,
  UploadId: string | undefined,
  PartNumber: number,
  Body: Buffer,
): Promise<string> {
  const { ETag } = await s3.demand(`storing a part of ${key.Key}`, (sdk, client) =>
    client.send(new sdk.UploadPartCommand({ ...key, UploadId, PartNumber, Body })),
  );
  return ETag ?? '';
}

/** Within the store: no byte of it comes here. */
export async function copyObject(
  s3: S3Connection,
  from: ObjectKey,
  Key: string,
  name: string,
): Promise<void> {
  const CopySource = [from.Bucket, ...from.Key.split('/')].map(encodeURIComponent).join('/');
  await s3.demand(`copying to ${Key}`, (sdk, client) =>
    client.send(
      new sdk.CopyObjectCommand({
        Bucket: from.Bucket,
        Key,
        CopySource,
        MetadataDirective: 'REPLACE',
        ...headersOf(name),
      }),
    ),
  );
}

/** The object appears whole, or not at all. */
export async function complete(
  s3: S3Connection,
  key: ObjectKey,
  UploadId: string | undefined,
  tags: readonly string[],
): Promise<void> {
  const Parts = tags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
  await s3.demand(`completing ${key.Key}`, (sdk, client) =>
    client.send(
      new sdk.CompleteMultipartUploadCommand({ ...key, UploadId, MultipartUpload: { Parts } }),
    ),
  );
}

export async function giveUp(
  s3: S3Connection,
  key: ObjectKey,
  UploadId: string | undefined,
): Promise<void> {
  await s3.ask(`giving up ${key.Key}`, (sdk, client) =>
    client.send(new sdk.AbortMultipartUploadCommand({ ...key, UploadId })),
  );
}

async function putInParts(
  s3: S3Connection,
  object: ObjectKey & { ContentType: string; CacheControl?: string },
  size: number,
  part: (from: number) => Promise<Buffer>,
): Promise<void> {
  const { Bucket, Key } = object;
  const { UploadId } = await s3.demand(`storing ${Key}`, (sdk, client) =>
    client.send(new sdk.CreateMultipartUploadCommand(object)),
  );
  try {
    const tags: string[] = [];
    for (let from = 0; from < size; from += PART) {
      const Body = await part(from);
      tags.push(await addPart(s3, { Bucket, Key }, UploadId, tags.length + 1, Body));
    }
    await complete(s3, { Bucket, Key }, UploadId, tags);
  } catch (error) {
    // Swept later when that fails as well; what went wrong first is what matters.
    await giveUp(s3, { Bucket, Key }, UploadId).catch(() => undefined);
    throw error;
  }
}
