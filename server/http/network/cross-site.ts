import type { Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Types that need no CORS preflight; neither does a missing type. */
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Refuses cross-site requests that carry a visitor's cookies or need no preflight. Requests with a bearer token
 * are accepted from any site. `open` lists paths that anyone may post to, because their address is the proof.
 */
export function createCrossSiteCheck(siteUrl: string, open: readonly string[]): RequestHandler {
  const siteHost = new URL(siteUrl).host;
  return (req, _res, next) => {
    const isSafe = SAFE_METHODS.has(req.method) || open.includes(req.path) || !isForgeable(req);
    next(isSafe || isOwnPage(req, siteHost) ? undefined : createCrossSiteError());
  };
}

function isForgeable({ headers }: Request): boolean {
  const { authorization = '', cookie, 'content-type': type } = headers;
  // Browsers attach Basic credentials automatically, but never a bearer token.
  if (/^bearer /i.test(authorization)) return false;
  return cookie !== undefined || type === undefined || FORM_TYPES.test(type);
}

/** Refuses all calls from other sites; for calls that take effect without a token. */
export function createOwnPageCheck(siteUrl: string): RequestHandler {
  const siteHost = new URL(siteUrl).host;
  return (req, _res, next) => next(isOwnPage(req, siteHost) ? undefined : createCrossSiteError());
}

function isOwnPage(req: Request, siteHost: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = req.get('origin');
  // No browser omits both headers in a cross-site form, so this is a program.
  if (!origin) return true;
  if (!URL.canParse(origin)) return false;
  const { host } = new URL(origin);
  return host === siteHost || host === req.host;
}

function createCrossSiteError(): AppError {
  return new AppError({
    status: 403,
    code: HTTP_ERROR.crossSite,
    publicMessage: 'This was sent from another site. Open the page here and send it again.',
  });
}
