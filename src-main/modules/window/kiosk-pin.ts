import { randomBytes, scrypt as scryptOf, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { z } from 'zod';
import type { UnlockResult } from '#contract/device/desktop.ts';
import type { JsonFile } from '../json-file.ts';

const scrypt = promisify<string, Buffer, number, Buffer>(scryptOf);
const HASH_BYTES = 32;

/** Attempts before the first delay; each wrong one after that doubles it. */
const FREE_TRIES = 5;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;

export const pinFileSchema = z.object({
  salt: z.string().default(''),
  hash: z.string().default(''),
  /** Wrong attempts since the last right one; stored, so that a restart does not reset them. */
  tries: z.int().min(0).default(0),
});
type PinFile = z.output<typeof pinFileSchema>;

const delayAfter = (tries: number) =>
  tries < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (tries - FREE_TRIES), LONGEST_WAIT_MS);

export type KioskPin = ReturnType<typeof createKioskPin>;

/**
 * The PIN's hash and its attempt limiter; the page never sees either. `now` is monotonic, in milliseconds. A restart
 * begins the last delay again, so that a power cut does not shorten it.
 */
export function createKioskPin(
  file: JsonFile<PinFile>,
  now: () => number = () => performance.now(),
) {
  let queue: Promise<unknown> = Promise.resolve();
  let waitEndsAt = now() + delayAfter(file.read().tries);

  async function check(pin: string): Promise<UnlockResult> {
    const kept = file.read();
    if (!kept.hash) return { outcome: 'wrong', triesLeft: 0 };
    const waitMs = waitEndsAt - now();
    if (waitMs > 0) return { outcome: 'wait', seconds: Math.ceil(waitMs / 1000) };
    // Counted before verification, so that a crash in between is no free attempt.
    const tries = kept.tries + 1;
    file.write({ ...kept, tries });
    const hash = await scrypt(pin, Buffer.from(kept.salt, 'base64'), HASH_BYTES);
    if (timingSafeEqual(hash, Buffer.from(kept.hash, 'base64'))) {
      file.write({ ...kept, tries: 0 });
      return { outcome: 'open' };
    }
    if (tries < FREE_TRIES) return { outcome: 'wrong', triesLeft: FREE_TRIES - tries };
    const delay = delayAfter(tries);
    waitEndsAt = now() + delay;
    return { outcome: 'wait', seconds: Math.ceil(delay / 1000) };
  }

  return {
    isSet: () => file.read().hash !== '',
    async set(pin: string) {
      const salt = randomBytes(16);
      const hash = await scrypt(pin, salt, HASH_BYTES);
      file.write({ salt: salt.toString('base64'), hash: hash.toString('base64'), tries: 0 });
    },
    // Serialised: parallel attempts would all count as the first.
    check(pin: string) {
      const result = queue.then(() => check(pin));
      queue = result.catch(() => undefined);
      return result;
    },
  };
}
