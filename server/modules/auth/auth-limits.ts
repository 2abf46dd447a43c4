import type { RequestHandler } from 'express';
import { QUOTAS, type Quota } from '#server/core/limits.ts';
import { createRateLimit } from '#server/http/network/rate-limit.ts';
import { createRateLimitError } from './auth.errors.ts';
import { type AuthContext, isRateLimited } from './auth-context.ts';
import { readQuery } from './request-input.ts';

/** Rate limits per network address. Attempts at secrets also have a backoff. */
export function createAuthLimits(context: AuthContext) {
  const { AUTH_RATE_LIMIT: signInLimit = QUOTAS.signIn.limit } = context.config;
  const limitOf = (quota: Quota): RequestHandler => {
    // The setting limits sign-ins; other quotas scale with it.
    const limit = Math.ceil((quota.limit / QUOTAS.signIn.limit) * signInLimit);
    const count = createRateLimit(context, { ...quota, limit, createError: createRateLimitError });
    return (req, res, next) => (isRateLimited(context, req) ? count(req, res, next) : next());
  };
  const signIns = limitOf(QUOTAS.signIn);
  const refreshes = limitOf(QUOTAS.refresh);
  /** For `/token`: counts sign-ins and refreshes separately. */
  const tokenGrants: RequestHandler = (req, res, next) => {
    const isRefresh = readQuery(req).get('grant_type') === 'refresh_token';
    return (isRefresh ? refreshes : signIns)(req, res, next);
  };
  /** For endpoints that send a mail or check a code. */
  const mailsAndCodes = limitOf(QUOTAS.authMail);
  return { mailsAndCodes, tokenGrants };
}
