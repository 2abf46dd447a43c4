import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { appendFile, open } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrCreateSecret } from '#server/core/config/stored-secret.ts';

const KEY_FILE = 'backup-key';
/** Follows the last page of the database. SQLite ignores it, because the header states the number of pages. */
const MARK = Buffer.from('\ncradlesong-seal-1 ');
const SIGNATURE_BYTES = MARK.length + 64 + 1;

/** Appends a keyed checksum of all bytes to a finished backup. */
export async function signBackup(dataDir: string, file: string): Promise<void> {
  const hmac = await hmacOf(dataDir, file);
  await appendFile(file, Buffer.concat([MARK, Buffer.from(`${hmac}\n`)]));
}

/**
 * Whether this server made the backup and it is unmodified. False for backups from before signatures and from
 * other machines.
 */
export async function isOwnBackup(dataDir: string, file: string): Promise<boolean> {
  // Without a key file this server has made no backup; do not create a key here.
  if (!existsSync(join(dataDir, KEY_FILE))) return false;
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const at = size - SIGNATURE_BYTES;
    if (at <= 0) return false;
    const { buffer } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, at);
    if (!buffer.subarray(0, MARK.length).equals(MARK)) return false;
    const signature = buffer.subarray(MARK.length, -1);
    return timingSafeEqual(signature, Buffer.from(await hmacOf(dataDir, file, at)));
  } finally {
    await handle.close();
  }
}

async function hmacOf(dataDir: string, file: string, bytes?: number): Promise<string> {
  const hmac = createHmac('sha256', readOrCreateSecret(dataDir, KEY_FILE));
  const end = bytes === undefined ? {} : { end: bytes - 1 };
  for await (const chunk of createReadStream(file, end)) hmac.update(chunk);
  return hmac.digest('hex');
}
