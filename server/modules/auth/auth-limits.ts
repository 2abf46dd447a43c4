import type { RequestHandler } from 'express';
import { QUOTAS, type Quota } from '#server/core/limits.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { createRateLimitError } from './auth.errors.ts';
import { type AuthContext, isRateLimited } from './auth-context.ts';
import { readQuery } from './request-input.ts';

export interface AuthLimits {
  /** For mails and codes. */
  readonly few: RequestHandler;
  /** For `/token`: sign-ins and refreshes are counted separately. */
  readonly ofGrant: RequestHandler;
}

/** Request limits per address; secrets are also protected by a backoff. */
export function createAuthLimits(context: AuthContext): AuthLimits {
  const { AUTH_RATE_LIMIT: given = QUOTAS.signIn.limit } = context.config;
  const limitOf = (quota: Quota): RequestHandler => {
    // The setting limits sign-ins; other quotas scale with it.
    const limit = Math.ceil((quota.limit / QUOTAS.signIn.limit) * given);
    const count = createRateLimit(context, { ...quota, limit, createError: createRateLimitError });
    return (req, res, next) => (isRateLimited(context, req) ? count(req, res, next) : next());
  };
  const few = limitOf(QUOTAS.authMail);
  const signIns = limitOf(QUOTAS.signIn);
  const refreshes = limitOf(QUOTAS.refresh);
  return {
    few,
    ofGrant(req, res, next) {
      const isRefresh = readQuery(req).get('grant_type') === 'refresh_token';
      return (isRefresh ? refreshes : signIns)(req, res, next);
    },
  };
}
