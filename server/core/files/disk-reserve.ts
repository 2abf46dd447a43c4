import { randomBytes } from 'node:crypto';
import { open, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '../telemetry/logger.ts';

const FILE = 'disk-reserve';
const MB = 1024 * 1024;
const RESERVE_BYTES = 16 * MB;
/** Below this, sign-in may fail. */
const FULL_BYTES = 4 * MB;
/** On a small disk the reserve itself would fill it. */
const ROOM_BYTES = 8 * RESERVE_BYTES;
const LOOK_EVERY_MS = 2_000;

/**
 * Reserves space in the data folder and frees it when the disk is full, so that an admin can sign in and make
 * room. Recreates it when there is room. Returns a stop function.
 */
export function startDiskReserve(
  dataDir: string,
  logger: Logger,
  everyMs = LOOK_EVERY_MS,
): () => void {
  const file = join(dataDir, FILE);
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const { bavail, bsize } = await statfs(dataDir);
      const free = bavail * bsize;
      const isThere = await stat(file).then(
        () => true,
        () => false,
      );
      if (isThere && free < FULL_BYTES) {
        await rm(file, { force: true });
        logger.error(
          { dataDir },
          'the disk is full: its reserve was freed, so that the admin area can be used to make room',
        );
      } else if (!isThere && free > ROOM_BYTES) await fill(file);
    } catch (err) {
      logger.warn({ err }, 'the reserve of the disk could not be kept');
    } finally {
      isLooking = false;
    }
  };
  void look();
  const timer = setInterval(look, everyMs);
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
