import type { S3Connection } from './s3-connection.ts';
import { giveUp, listFiles, removeObject } from './s3-objects.ts';

interface Place {
  Bucket: string;
  Prefix: string;
}

/** `upl_….state` → `upl_…`, the upload's id. */
const idOf = (name: string) => name.split('.')[0] ?? '';

/** Deletes stale uploads; returns the number of objects. */
export async function sweepIncoming(s3: S3Connection, place: Place, before: Date): Promise<number> {
  const files = await listFiles(s3, place);
  const living = new Set(
    files.filter(({ modifiedAt }) => modifiedAt >= before).map(({ name }) => idOf(name)),
  );
  const stale = files.filter(({ name }) => !living.has(idOf(name)));
  for (const { name } of stale) {
    await removeObject(s3, { Bucket: place.Bucket, Key: place.Prefix + name });
  }
  // After the states that refer to them, so that no upload is resumed without its parts.
  await sweepMultiparts(s3, place, { before, living });
  return stale.length;
}

async function sweepMultiparts(
  s3: S3Connection,
  { Bucket, Prefix }: Place,
  { before, living }: { before: Date; living: ReadonlySet<string> },
): Promise<void> {
  const page = await s3.demand(`listing what is on its way to ${Bucket}`, (sdk, client) =>
    client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix })),
  );
  for (const { Key = '', UploadId, Initiated = before } of page.Uploads ?? []) {
    if (Initiated >= before || living.has(idOf(Key.slice(Prefix.length)))) continue;
    await giveUp(s3, { Bucket, Key }, UploadId);
  }
}
