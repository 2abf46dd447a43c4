import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import type { Config } from '#server/core/config/config.ts';
import {
  createPasswordQueueError,
  createValidationError,
  createWeakPasswordError,
  type Weakness,
} from '../auth.errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { dummyOf, OWN_SCHEME, schemeOf } from './hash-schemes.ts';
import { createFairQueue, QueueFullError, type Turn } from './password-queue.ts';

/** One queue per process. Hashing uses the thread pool; one core is kept free for other work. */
const queue = createFairQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  capacity: 256,
});

/** Jobs of the server itself. */
const OWN_WORK: Turn = { network: '', isKnownDevice: true };

/** Keyboards encode one letter in several ways; NIST 800-63B requires normalising to NFKC. */
const normalise = (password: string) => password.normalize('NFKC');

/** argon2id with the library's defaults: 19 MiB, two passes, one lane. */
export function hashPassword(password: string, turn = OWN_WORK): Promise<string> {
  return queued(turn, () => hash(normalise(password)));
}

export interface PasswordCheck {
  readonly isRight: boolean;
  /** Whether it uses the current scheme. */
  readonly isCurrent: boolean;
}

/**
 * Checks every hash scheme in use and every form of the password, so that the time does not reveal whether an
 * account exists or how it is stored.
 */
export function checkPassword(
  stored: string | null | undefined,
  password: string,
  { turn = OWN_WORK, schemes = [] }: { turn?: Turn; schemes?: readonly string[] } = {},
): Promise<PasswordCheck> {
  const current = normalise(password);
  const forms = new Set([current, password, password.normalize('NFC'), password.normalize('NFD')]);
  const own = stored ? schemeOf(stored) : undefined;
  const all = new Set([OWN_SCHEME, ...schemes, ...(own === undefined ? [] : [own])]);
  return queued(turn, async () => {
    let matched: string | undefined;
    for (const scheme of all) {
      const isStored = stored && scheme === own;
      for (const form of forms) {
        const matches = await verifyHash(isStored ? stored : dummyOf(scheme), form);
        if (matches && isStored) matched ??= form;
      }
    }
    return { isRight: matched !== undefined, isCurrent: matched === current && own === OWN_SCHEME };
  });
}

/** Takes the same time with and without a stored hash. */
export async function isPasswordOf(
  stored: string | null | undefined,
  password: string,
  turn = OWN_WORK,
): Promise<boolean> {
  return (await checkPassword(stored, password, { turn })).isRight;
}

async function verifyHash(stored: string, password: string): Promise<boolean> {
  if (stored.startsWith('$argon2')) return verify(stored, password).catch(() => false);
  // Loaded only if there are imported bcrypt hashes.
  const bcrypt = await import('@node-rs/bcrypt');
  return bcrypt.verify(password, stored).catch(() => false);
}

/** Rule from the settings; refuses common passwords unless only the length counts. */
export type PasswordRule = Pick<Config, 'AUTH_PASSWORD_LENGTH'> &
  Partial<Pick<Config, 'AUTH_PASSWORD_CHECK'>>;

/** GoTrue's reasons why a password is weak; empty if it is not. */
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

async function queued<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(turn, work);
  } catch (error) {
    throw error instanceof QueueFullError ? createPasswordQueueError(error) : error;
  }
}
