import type { Request, RequestHandler } from 'express';
import type { ServerDeps } from '#server/core/deps.ts';
import { type AppError, createHttpError } from '#server/core/errors.ts';
import { createQuotaCounter } from '#server/core/limiter.ts';
import type { Quota } from '#server/core/limits.ts';
import { addressOf } from './network-address.ts';

interface RateLimitOptions extends Quota {
  /** Key of a subject; defaults to the network address. */
  keyOf?: (req: Request) => string;
  createError?: (waitMs: number) => AppError;
}

/** Limits requests per window, counted over all processes of a database. A limit of 0 disables the check. */
export function createRateLimit(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
  { keyOf = addressOf, createError = createTooManyError, ...rules }: RateLimitOptions,
): RequestHandler {
  const take = createQuotaCounter(deps, rules);
  return async (req, _res, next) => {
    const waitMs = rules.limit === 0 ? 0 : await take(keyOf(req), 1);
    next(waitMs > 0 ? createError(waitMs) : undefined);
  };
}

function createTooManyError(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return createHttpError(
    429,
    `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    { 'Retry-After': String(seconds) },
  );
}
