import type { RequestHandler } from 'express';
import { createRateLimit } from '#server/http/rate-limit.ts';
import { isThisMachine } from '#server/http/this-machine.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import { createRateLimitError } from '#server/identity/wire/auth.errors.ts';
import { readQuery } from '#server/identity/wire/request-input.ts';

const DEFAULT_LIMIT = 150;
const WINDOW_MS = 5 * 60 * 1000;
/** What sends a mail or looks at a code gets a fifth of what sign-in gets. */
const FEW = 1 / 5;
/** A refused refresh signs a mother out, and a ward of them may share one network address. */
const REFRESHES = 40;

export interface AuthLimits {
  /** Mails and codes. */
  readonly few: RequestHandler;
  /** `/token`: sign-in and refresh are counted apart. */
  readonly ofGrant: RequestHandler;
}

/** Storms from one address; what guards a secret has a growing wait besides. */
export function createAuthLimits(context: AuthContext): AuthLimits {
  const given = context.config.AUTH_RATE_LIMIT;
  const limitOf = (what: string, share: number): RequestHandler => {
    const limit = Math.ceil((given ?? DEFAULT_LIMIT) * share);
    const count = createRateLimit(context, { what, limit, windowMs: WINDOW_MS });
    return (req, res, next) => {
      if (given === undefined && isThisMachine(req)) next();
      else count(req, res, (error?: unknown) => next(error && createRateLimitError()));
    };
  };
  const few = limitOf('asked', FEW);
  const signIns = limitOf('sign-in', 1);
  const refreshes = limitOf('refresh', REFRESHES);
  return {
    few,
    ofGrant(req, res, next) {
      const isRefresh = readQuery(req).get('grant_type') === 'refresh_token';
      return (isRefresh ? refreshes : signIns)(req, res, next);
    },
  };
}
