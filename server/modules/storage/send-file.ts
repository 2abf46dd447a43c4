import { read } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { ByteRange } from './byte-range.ts';
import type { OpenFile } from './open-files.ts';

/** A range up to this size is one read and one write. */
const SMALL_RANGE = 256 * 1024;
/** What a listener whose player has heard enough for now keeps in memory. */
const CHUNK = 64 * 1024;
const MAX_FREE = 32;
/** More small ranges at once come in chunks as well: of listeners who take nothing, each keeps one in memory. */
const MAX_SMALL_RANGES = 256;

/** Buffers are used again: making and collecting them costs more than the reading. */
function createPool(size: number) {
  const free: Buffer[] = [];
  let taken = 0;
  return {
    size,
    taken: () => taken,
    take() {
      taken += 1;
      return free.pop() ?? Buffer.allocUnsafeSlow(size);
    },
    /** Not for use again, when the kernel may still be reading from it. */
    give(buffer: Buffer, isSpare: boolean) {
      taken -= 1;
      if (isSpare && free.length < MAX_FREE) free.push(buffer);
    },
  };
}

const chunks = createPool(CHUNK);
const smallRanges = createPool(SMALL_RANGE);

/** Sends these bytes and ends the answer; ends early, without an error, when the listener has gone. */
export async function sendFile(
  file: OpenFile,
  { start, end }: ByteRange,
  res: ServerResponse,
): Promise<void> {
  const isSmall = end - start < SMALL_RANGE && smallRanges.taken() < MAX_SMALL_RANGES;
  const pool = isSmall ? smallRanges : chunks;
  for (let position = start; position <= end && !res.destroyed; position += pool.size) {
    const length = Math.min(pool.size, end - position + 1);
    const buffer = pool.take();
    let isSpare = false;
    try {
      await readExactly(file.fd, buffer, length, position);
      isSpare = await write(res, buffer.subarray(0, length));
    } finally {
      pool.give(buffer, isSpare);
    }
  }
  res.end();
}

function readExactly(fd: number, buffer: Buffer, length: number, position: number): Promise<void> {
  return new Promise((resolve, reject) => {
    read(fd, buffer, 0, length, position, (error, bytesRead) => {
      if (error) reject(error);
      else if (bytesRead < length) reject(new Error('A stored file became shorter.'));
      else resolve();
    });
  });
}

/** True once the bytes are with the kernel, false when there is nobody left to send them to. */
function write(res: ServerResponse, bytes: Buffer): Promise<boolean> {
  return new Promise((resolve) => {
    const leave = () => resolve(false);
    res.once('close', leave);
    res.write(bytes, (error) => {
      res.off('close', leave);
      resolve(!error);
    });
  });
}
