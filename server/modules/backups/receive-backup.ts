import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Backup } from '#contract/calls/backups.ts';
import { backupFolder, checkBackup, inspect } from './backup-folder.ts';
import { createNoRoomError } from './backups.errors.ts';

/** Left free for the running program, and for the copy a check makes. */
const SPARE_BYTES = 256 * 1024 * 1024;

/** Takes a backup from elsewhere in; one that could not be restored does not stay. */
export async function receiveBackup(
  dataDir: string,
  body: Readable,
  { bytes, now }: { bytes: number; now: string },
): Promise<Backup> {
  const folder = backupFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await ensureRoom(folder, bytes);
  const draft = join(folder, `.upload-${crypto.randomUUID()}`);
  const name = `uploaded-${now.replace(/[:.]/g, '-')}.sqlite`;
  try {
    // The body itself is left open when the upload is refused: its sender is still owed an answer.
    await pipeline(
      body.iterator({ destroyOnReturn: false }),
      createWriteStream(draft, { flags: 'wx', mode: 0o600 }),
    );
    await inspect(draft);
    await rename(draft, join(folder, name));
  } finally {
    await rm(draft, { force: true });
  }
  return checkBackup(dataDir, name, now);
}

/** The file and a copy of it: it is checked before it is believed. */
async function ensureRoom(folder: string, bytes: number): Promise<void> {
  const { bsize, bavail } = await statfs(folder);
  if (bytes * 2 + SPARE_BYTES > bavail * bsize) throw createNoRoomError();
}
