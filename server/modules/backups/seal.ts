import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { readOrMakeSecret } from '#server/core/kept-secret.ts';

const KEY_FILE = 'backup-key';
/** Follows the last page of the database, where SQLite does not look: the file says how many it has. */
const MARK = Buffer.from('\ncradlesong-seal-1 ');
const SEAL_BYTES = MARK.length + 64 + 1;

/** Ends a finished backup with a keyed checksum of all its bytes, which travels with it. */
export async function sealBackup(dataDir: string, file: string): Promise<void> {
  const sum = await sumOf(dataDir, file);
  await appendFile(file, Buffer.concat([MARK, Buffer.from(`${sum}\n`)]));
}

/**
 * Whether this server has made the backup and nobody changed a byte since. False as well for one from
 * before there were seals, and for one from another machine.
 */
export async function isOwnBackup(dataDir: string, file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const at = size - SEAL_BYTES;
    if (at <= 0) return false;
    const { buffer } = await handle.read(Buffer.alloc(SEAL_BYTES), 0, SEAL_BYTES, at);
    if (!buffer.subarray(0, MARK.length).equals(MARK)) return false;
    const said = buffer.subarray(MARK.length, -1);
    return timingSafeEqual(said, Buffer.from(await sumOf(dataDir, file, at)));
  } finally {
    await handle.close();
  }
}

async function sumOf(dataDir: string, file: string, bytes?: number): Promise<string> {
  const hmac = createHmac('sha256', readOrMakeSecret(dataDir, KEY_FILE));
  const end = bytes === undefined ? {} : { end: bytes - 1 };
  for await (const chunk of createReadStream(file, end)) hmac.update(chunk);
  return hmac.digest('hex');
}
