import type { IncomingMessage } from 'node:http';
import type { Express, Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import type { Clock } from '#server/core/clock.ts';
import { AppError } from '#server/core/errors.ts';
import { networkOf } from './network-address.ts';

export interface RateLimitOptions {
  clock: Clock;
  /** Requests per window; 0 for no limit. */
  limit: number;
  windowMs: number;
  /** Who counts as one; the network address when not given. */
  keyOf?: (req: Request) => string;
}

interface Window {
  count: number;
  endsAt: number;
}

/** More callers than this at once are an attack; the oldest windows are forgotten first. */
const MAX_WINDOWS = 50_000;

/** Counts per process: a limit against storms, not an account of every request on every machine. */
export function createRateLimit(options: RateLimitOptions): RequestHandler {
  const { clock, limit, windowMs, keyOf = addressOf } = options;
  const windows = new Map<string, Window>();
  return (req, _res, next) => {
    if (limit === 0) return next();
    const key = keyOf(req);
    const now = clock.now();
    const current = windows.get(key);
    if (current && current.endsAt > now) {
      current.count += 1;
      next(current.count > limit ? createTooManyError(current.endsAt - now) : undefined);
      return;
    }
    // Re-inserting keeps the map in the order in which windows end.
    windows.delete(key);
    windows.set(key, { count: 1, endsAt: now + windowMs });
    forgetOld(windows, now);
    next();
  };
}

function forgetOld(windows: Map<string, Window>, now: number): void {
  for (const [key, { endsAt }] of windows) {
    if (endsAt > now && windows.size <= MAX_WINDOWS) return;
    windows.delete(key);
  }
}

/** Who is asking, as limits and waits count. */
export function addressOf(req: Request): string {
  return networkOf(req.ip ?? '');
}

/** The same by Express' rules about proxies, for a request that Express has not seen. */
export function createAddressReader(app: Express): (req: IncomingMessage) => string {
  return (req) => {
    const { headers, socket } = req;
    const asExpressSees = { app, headers, socket, connection: socket };
    return networkOf(String(Reflect.get(app.request, 'ip', asExpressSees) ?? ''));
  };
}

function createTooManyError(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError({
    status: 429,
    code: HTTP_ERROR.tooManyRequests,
    publicMessage: `Too many requests. Please try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
    headers: { 'Retry-After': String(seconds) },
  });
}
