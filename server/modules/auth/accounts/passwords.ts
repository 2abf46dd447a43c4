import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import { FairQueue } from '#db/fair-queue.ts';
import type { Config } from '#server/core/config/config.ts';
import {
  createPasswordQueueError,
  createValidationError,
  createWeakPasswordError,
  type Weakness,
} from '../auth.errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { dummyHashOf, OWN_SCHEME, schemeOf } from './hash-schemes.ts';

/** Origin of a password check or hash. */
export interface RequestOrigin {
  readonly network: string;
  /** Id of a device on which the user has signed in before. */
  readonly knownDevice?: string | undefined;
}

/** In a longer queue every check would time out. */
const PLACES = 256;

/** Per process, in the thread pool. Known devices have a slot of their own, which a flood of guesses cannot take. */
const known = new FairQueue(1, PLACES);
const others = new FairQueue(Math.max(1, availableParallelism() - 1), PLACES);

/** Origin of jobs without a client. */
const OWN_WORK: RequestOrigin = { network: '', knownDevice: 'this server' };

/** Keyboards encode the same letter differently, so NIST 800-63B recommends normalising to NFKC. */
const normalise = (password: string) => password.normalize('NFKC');

/** argon2id with the library's defaults: 19 MiB, two passes, one lane. */
export function hashPassword(password: string, origin = OWN_WORK): Promise<string> {
  return queued(origin, () => hash(normalise(password)));
}

/**
 * Computes every hash scheme in use for every normalisation of the password, so that the time does not reveal whether
 * the account exists or which scheme it has. `isCurrent` is false if the stored hash has an outdated scheme or
 * normalisation and should be replaced.
 */
export function checkPassword(
  stored: string | null | undefined,
  password: string,
  { origin = OWN_WORK, schemes = [] }: { origin?: RequestOrigin; schemes?: readonly string[] } = {},
) {
  const current = normalise(password);
  const forms = new Set([current, password, password.normalize('NFC'), password.normalize('NFD')]);
  const own = stored ? schemeOf(stored) : undefined;
  const all = new Set([OWN_SCHEME, ...schemes, ...(own === undefined ? [] : [own])]);
  return queued(origin, async () => {
    let matched: string | undefined;
    for (const scheme of all) {
      const isStored = stored && scheme === own;
      for (const form of forms) {
        const matches = await verifyHash(isStored ? stored : dummyHashOf(scheme), form);
        if (matches && isStored) matched ??= form;
      }
    }
    return { isMatch: matched !== undefined, isCurrent: matched === current && own === OWN_SCHEME };
  });
}

/** Takes the same time with and without a stored hash. */
export async function isPasswordOf(
  stored: string | null | undefined,
  password: string,
  origin = OWN_WORK,
): Promise<boolean> {
  return (await checkPassword(stored, password, { origin })).isMatch;
}

async function verifyHash(stored: string, password: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return verify(stored, password).catch(() => false);
  // Loaded only if there are imported bcrypt hashes.
  const bcrypt = await import('@node-rs/bcrypt');
  return bcrypt.verify(password, stored).catch(() => false);
}

/** Refuses common passwords too, unless AUTH_PASSWORD_CHECK is `length`. */
export type PasswordRule = Pick<Config, 'AUTH_PASSWORD_LENGTH'> &
  Partial<Pick<Config, 'AUTH_PASSWORD_CHECK'>>;

/** Empty for a strong password. */
export function findWeaknesses(rule: PasswordRule, password: string): Weakness[] {
  const isShort = [...normalise(password)].length < rule.AUTH_PASSWORD_LENGTH;
  const isCommon = rule.AUTH_PASSWORD_CHECK !== 'length' && isCommonPassword(normalise(password));
  return [...(isShort ? ['length' as const] : []), ...(isCommon ? ['pwned' as const] : [])];
}

export function ensureStrongPassword(rule: PasswordRule, password: string): void {
  if (Buffer.byteLength(normalise(password)) > AUTH_LIMITS.passwordMaxBytes) {
    throw createValidationError('Password cannot be longer than 72 characters');
  }
  const reasons = findWeaknesses(rule, password);
  if (reasons.length > 0) throw createWeakPasswordError(rule, reasons);
}

/** Networks take turns, and so do the known devices of a network, which may have many. */
async function queued<T>(origin: RequestOrigin, work: () => Promise<T>): Promise<T> {
  const { network, knownDevice } = origin;
  const queue = knownDevice === undefined ? others : known;
  // The server's own work is not limited to the share of one device.
  const lane = origin === OWN_WORK ? undefined : knownDevice;
  const leave = await queue
    .enter(lane ?? crypto.randomUUID(), undefined, network)
    .catch((error: unknown) => {
      throw createPasswordQueueError(error);
    });
  try {
    return await work();
  } finally {
    leave();
  }
}
