import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { StoredFile } from '#server/core/file-store.ts';
import { mediaTypeOf } from './media-types.ts';
import { contentHashOf } from './object-name.ts';
import type { S3Connection } from './s3-connection.ts';

/** Larger files are uploaded in parts of this size, each retried separately. */
export const PART = 8 * 1024 * 1024;

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Response headers stored with an object. */
export function headersOf(name: string): { ContentType: string; CacheControl?: string } {
  const ContentType = mediaTypeOf(name);
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
  where: { Bucket: string; Prefix: string },
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

/** Stores a local file; it appears atomically. */
export async function putFile(
  s3: S3Connection,
  object: ObjectKey & { ContentType: string; CacheControl?: string },
  path: string,
): Promise<void> {
  const { Bucket, Key } = object;
  const { size } = await stat(path);
  if (size <= PART) {
    const Body = await readFile(path);
    await s3.demand(`storing ${Key}`, (sdk, client) =>
      client.send(new sdk.PutObjectCommand({ ...object, Body })),
    );
    return;
  }
  const { UploadId } = await s3.demand(`storing ${Key}`, (sdk, client) =>
    client.send(new sdk.CreateMultipartUploadCommand(object)),
  );
  const upload = { Bucket, Key, UploadId };
  try {
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    for await (const Body of createReadStream(path, { highWaterMark: PART })) {
      const PartNumber = Parts.length + 1;
      const { ETag } = await s3.demand(`storing a part of ${Key}`, (sdk, client) =>
        client.send(new sdk.UploadPartCommand({ ...upload, PartNumber, Body })),
      );
      Parts.push({ ETag, PartNumber });
    }
    await s3.demand(`completing ${Key}`, (sdk, client) =>
      client.send(
        new sdk.CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }),
      ),
    );
  } catch (error) {
    // Swept later if this fails; the first error is reported.
    await giveUp(s3, { Bucket, Key }, UploadId).catch(() => undefined);
    throw error;
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

/** Server-side copy within the store. */
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

export async function giveUp(
  s3: S3Connection,
  key: ObjectKey,
  UploadId: string | undefined,
): Promise<void> {
  await s3.ask(`giving up ${key.Key}`, (sdk, client) =>
    client.send(new sdk.AbortMultipartUploadCommand({ ...key, UploadId })),
  );
}
