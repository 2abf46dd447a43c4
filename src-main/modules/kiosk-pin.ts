import { randomBytes, scrypt as scryptOf, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { UnlockResult } from '#contract/device/desktop.ts';
import type { KeptFile } from './kept-file.ts';

const scrypt = promisify<string, Buffer, number, Buffer>(scryptOf);
const HASH_BYTES = 32;

export const pinFileSchema = z.object({
  salt: z.string().default(''),
  hash: z.string().default(''),
  /** Wrong tries since the last right one; kept, so that pulling the plug does not start them anew. */
  tries: z.int().min(0).default(0),
  /** Milliseconds since 1970 until which every try is refused. */
  waitUntil: z.number().default(0),
});
type PinFile = z.output<typeof pinFileSchema>;

/** Free tries before the first wait; each wrong one after that doubles it. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;

export interface KioskPin {
  isSet(): boolean;
  set(pin: string): Promise<void>;
  check(pin: string): Promise<UnlockResult>;
}

/** The PIN's hash and its counting of tries; the page never sees either. */
export function createKioskPin(file: KeptFile<PinFile>, now: () => number = Date.now): KioskPin {
  let queue: Promise<unknown> = Promise.resolve();

  const waitMs = () => {
    const { waitUntil } = file.read();
    // A clock that was set back must not lock the staff out for longer than any wait lasts.
    return Math.min(Math.max(0, waitUntil - now()), LONGEST_WAIT_MS);
  };

  async function check(pin: string): Promise<UnlockResult> {
    const kept = file.read();
    if (!kept.hash) return { outcome: 'wrong', triesLeft: 0 };
    if (waitMs() > 0) return { outcome: 'wait', seconds: Math.ceil(waitMs() / 1000) };
    // Counted before it is looked at, so that a crash in between is no free try.
    const tries = kept.tries + 1;
    file.write({ ...kept, tries });
    const hash = await scrypt(pin, Buffer.from(kept.salt, 'base64'), HASH_BYTES);
    if (timingSafeEqual(hash, Buffer.from(kept.hash, 'base64'))) {
      file.write({ ...kept, tries: 0, waitUntil: 0 });
      return { outcome: 'open' };
    }
    if (tries < FREE_TRIES) return { outcome: 'wrong', triesLeft: FREE_TRIES - tries };
    const delay = Math.min(FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES), LONGEST_WAIT_MS);
    file.write({ ...kept, tries, waitUntil: now() + delay });
    return { outcome: 'wait', seconds: Math.ceil(delay / 1000) };
  }

  return {
    isSet: () => file.read().hash !== '',
    async set(pin) {
      const salt = randomBytes(16);
      const hash = await scrypt(pin, salt, HASH_BYTES);
      file.write({
        salt: salt.toString('base64'),
        hash: hash.toString('base64'),
        tries: 0,
        waitUntil: 0,
      });
    },
    // One after the other: many tries at once would all be counted as the first.
    check(pin) {
      const result = queue.then(() => check(pin));
      queue = result.catch(() => undefined);
      return result;
    },
  };
}
