import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../telemetry/logger.ts';

const FILE = 'disk-reserve';
const MB = 1024 * 1024;
const RESERVE_BYTES = 16 * MB;
/** Below this, sign-in may fail. */
const FULL_BYTES = 4 * MB;
/** With less free space no reserve is created, because it would itself fill a small disk. */
const MIN_FREE_BYTES = 8 * RESERVE_BYTES;
const CHECK_INTERVAL_MS = 2_000;

/**
 * Reserves space in the data folder and frees it when the disk is full, so that an admin can sign in and make
 * room. Creates it again when there is room. Returns a stop function.
 */
export function startDiskReserve(
  dataDir: string,
  logger: Logger,
  everyMs = CHECK_INTERVAL_MS,
): () => void {
  const file = join(dataDir, FILE);
  let isChecking = false;
  const check = async () => {
    if (isChecking) return;
    isChecking = true;
    try {
      const { bavail, bsize } = await statfs(dataDir);
      const free = bavail * bsize;
      const exists = await stat(file).then(
        () => true,
        () => false,
      );
      if (exists && free < FULL_BYTES) {
        await rm(file, { force: true });
        logger.error(
          { dataDir },
          'the disk is full: its reserve was freed, so that the admin area can be used to make room',
        );
      } else if (!exists && free > MIN_FREE_BYTES) await fill(file);
    } catch (err) {
      logger.warn({ err }, 'the disk reserve could not be checked or created');
    } finally {
      isChecking = false;
    }
  };
  void check();
  const timer = setInterval(check, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}

/** Random bytes, since a compressing file system would not allocate zeros. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    for (let at = 0; at < RESERVE_BYTES; at += MB) await file.write(randomBytes(MB));
  } finally {
    await file.close();
  }
}
