import { createWriteStream } from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { acquireLock } from '#server/core/file-lock.ts';
import type { FileStore, PartialFiles } from '#server/core/file-store.ts';
import type { S3Connection } from './s3-connection.ts';
import { copyObject, giveUp, head, listFiles, putText, removeObject } from './s3-objects.ts';
import { appendBytes, makeWhole } from './s3-part-bytes.ts';
import { PartStates, sizeOf } from './s3-part-state.ts';
import { readAll } from './s3-pieces.ts';

interface Surroundings {
  s3: S3Connection;
  Bucket: string;
  /** This machine's own folder of what is on its way in. */
  local: FileStore;
  /** The key of a file that has its name. */
  keyOf(bucket: string, name: string): string;
}

/**
 * A multipart upload for each file, so that any machine can go on with it: `id.whole` is what it becomes,
 * `id.state` says which parts count, `id.tail-…` has what is not yet enough for a part, `id.json` is the note.
 */
export function createS3Parts({ s3, Bucket, local, keyOf }: Surroundings): PartialFiles {
  const at = (id: string, what: string) => ({ Bucket, Key: keyOf('.incoming', `${id}.${what}`) });
  const states = new PartStates(s3, (id) => at(id, 'state'));
  const place = { s3, states, at };

  async function removeAll(id: string, isWanted: (what: string) => boolean): Promise<void> {
    const files = await listFiles(s3, { Bucket, Prefix: at(id, '').Key });
    for (const { name } of files) if (!isWanted(name)) await removeObject(s3, at(id, name));
  }

  const parts: PartialFiles = {
    missingBytes: (length) => local.parts.missingBytes(length),
    async create(id, note) {
      await states.begin(id);
      await putText(s3, at(id, 'json'), note);
    },
    // Those of this machine wait for each other; another one's loses by the state it read.
    async lock(id, patienceMs) {
      await mkdir(local.incoming, { recursive: true });
      return acquireLock(join(local.incoming, `${id}.lock`), patienceMs);
    },
    readNote: (id) =>
      s3.ask(`reading the note of ${id}`, async (sdk, client) => {
        const answer = await client.send(new sdk.GetObjectCommand(at(id, 'json')));
        const text = (await answer.Body?.transformToString()) ?? '';
        return { text, changedAt: (answer.LastModified ?? new Date(0)).getTime() };
      }),
    writeNote: (id, text) => putText(s3, at(id, 'json'), text),
    async size(id) {
      const found = await states.find(id);
      return found && sizeOf(found.state);
    },
    append: (id, _offset, part) => appendBytes(place, id, part),
    async touch(id) {
      const note = await parts.readNote(id);
      if (note) await putText(s3, at(id, 'json'), note.text);
    },
    async withFile(id, work) {
      const whole = await makeWhole(place, id);
      const copy = await local.createTemporary();
      try {
        const found = await head(s3, whole);
        await pipeline(readAll(s3, whole, found?.bytes ?? 0), createWriteStream(copy));
        return await work(copy);
      } finally {
        await unlink(copy).catch(() => undefined);
      }
    },
    async adopt(id, bucket, name) {
      await copyObject(s3, at(id, 'whole'), keyOf(bucket, name), name);
      // In this order: while there is a state there is a file to be finished.
      await states.remove(id);
      await removeAll(id, (what) => what === 'json');
    },
    async remove(id) {
      const uploadId = (await states.find(id))?.state.uploadId;
      if (uploadId) await giveUp(s3, at(id, 'whole'), uploadId);
      await removeAll(id, () => false);
    },
  };
  return parts;
}
