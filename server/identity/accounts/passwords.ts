import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AUTH_LIMITS } from '#contract/auth.ts';
import { createBusyError, createValidationError, createWeakPasswordError } from './auth.errors.ts';
import { createWorkQueue, QueueFullError } from './work-queue.ts';

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
    const matches = await verify(known, password).catch(() => false);
    return matches && stored !== null && stored !== undefined;
  });
}

/** Why a password is too weak; empty when it is not. */
export function findWeaknesses(password: string): string[] {
  return [...password].length < AUTH_LIMITS.passwordMinLength ? ['length'] : [];
}

export function ensureStrongPassword(password: string): void {
  if (Buffer.byteLength(password) > AUTH_LIMITS.passwordMaxBytes) {
    throw createValidationError('Password cannot be longer than 72 characters');
  }
  const reasons = findWeaknesses(password);
  if (reasons.length > 0) throw createWeakPasswordError(reasons);
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
