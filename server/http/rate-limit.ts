import type { IncomingMessage } from 'node:http';
import type { Express, Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { type AllowanceRules, createAllowance } from '#server/core/allowance.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { AppError } from '#server/core/errors.ts';
import { networkOf } from './network-address.ts';

export interface RateLimitOptions extends AllowanceRules {
  /** Who counts as one; the network address when not given. */
  keyOf?: (req: Request) => string;
}

/** So many requests in a window, for all processes of one database together; a limit of 0 is none. */
export function createRateLimit(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
  { keyOf = addressOf, ...rules }: RateLimitOptions,
): RequestHandler {
  const take = createAllowance(deps, rules);
  return (req, _res, next) => {
    if (rules.limit === 0) return next();
    const tell = (waitMs: number) => next(waitMs > 0 ? createTooManyError(waitMs) : undefined);
    const waitMs = take(keyOf(req), 1);
    if (typeof waitMs === 'number') tell(waitMs);
    else waitMs.then(tell, next);
  };
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
