import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import type { Config } from '#server/core/config.ts';
import { createWorkQueue, QueueFullError } from '#server/core/work-queue.ts';
import { createValidationError } from '../wire/auth.errors.ts';
import { isCommonPassword } from './common-passwords.ts';
import { isForeignHash } from './given-hash.ts';
import { createBusyError, createWeakPasswordError, type Weakness } from './passwords.errors.ts';

/**
 * One queue for the whole process. The native hash runs on threads of its own, but as many as there are
 * cores would leave none for a page: one core always stays free.
 */
const queue = createWorkQueue({
  concurrency: Math.max(1, availableParallelism() - 1),
  capacity: 256,
});

/** The hash of a password nobody has, so that an unknown address costs what a known one does. */
const nobody = memoise(() => hash(crypto.randomUUID()));

/** argon2id with the library's parameters: 19 MiB, two passes, one lane. */
export function hashPassword(password: string): Promise<string> {
  return queued(() => hash(password));
}

/** Takes the same time without a stored hash as with one. */
export function isPasswordOf(
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  return queued(async () => {
    const known = stored ?? (await nobody());
    const check = isForeignHash(known) ? verifyForeign : verify;
    const matches = await check(known, password).catch(() => false);
    return matches && stored !== null && stored !== undefined;
  });
}

/** Loaded when somebody who was moved in signs in for the first time. */
async function verifyForeign(stored: string, password: string): Promise<boolean> {
  const bcrypt = await import('@node-rs/bcrypt');
  return bcrypt.verify(password, stored);
}

/** The rule that the settings give. */
export type PasswordRule = Pick<Config, 'AUTH_PASSWORD_LENGTH'>;

/** Why a password is too weak, in GoTrue's words; empty when it is not. */
export function findWeaknesses(rule: PasswordRule, password: string): Weakness[] {
  const isShort = [...password].length < rule.AUTH_PASSWORD_LENGTH;
  return [
    ...(isShort ? ['length' as const] : []),
    ...(isCommonPassword(password) ? ['pwned' as const] : []),
  ];
}

export function ensureStrongPassword(rule: PasswordRule, password: string): void {
  if (Buffer.byteLength(password) > AUTH_LIMITS.passwordMaxBytes) {
    throw createValidationError('Password cannot be longer than 72 characters');
  }
  const reasons = findWeaknesses(rule, password);
  if (reasons.length > 0) throw createWeakPasswordError(rule, reasons);
}

async function queued<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(work);
  } catch (error) {
    throw error instanceof QueueFullError ? createBusyError(error) : error;
  }
}

function memoise<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
