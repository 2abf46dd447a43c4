import type { IncomingMessage } from 'node:http';
import type { Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

// CORS for the API, and a check against cross-site request forgery (CSRF).

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Response headers that the official clients read; browsers hide others from scripts. */
export const EXPOSED_HEADERS = [
  'x-supabase-api-version',
  'content-range',
  'link',
  'x-total-count',
  'location',
  'content-location',
  'preference-applied',
  'etag',
  'accept-ranges',
  'content-length',
  'x-request-id',
].join(', ');

type Headers = Readonly<Record<string, string>>;

const CORS_HEADERS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  Vary: 'Origin',
};
/** Prevents a shared cache from serving one origin's answer to another. */
const NO_CORS_HEADERS: Headers = { Vary: 'Origin' };

/** CORS headers only if the request has an origin, as in the hosted backend. */
export const crossOriginHeaders = ({ headers }: IncomingMessage): Headers =>
  headers.origin === undefined ? NO_CORS_HEADERS : CORS_HEADERS;

/** Any origin may call the API: it uses bearer tokens, not cookies, so another origin gains no access. */
export const allowCrossOrigin: RequestHandler = (req, res, next) => {
  res.set(crossOriginHeaders(req));
  if (req.method !== 'OPTIONS' || !req.get('access-control-request-method')) {
    next();
    return;
  }
  const wanted = req.get('access-control-request-headers');
  res.setHeader('Access-Control-Allow-Methods', METHODS);
  if (wanted) res.setHeader('Access-Control-Allow-Headers', wanted);
  res.setHeader('Access-Control-Max-Age', '86400');
  res.append('Vary', 'Access-Control-Request-Headers');
  res.status(204).end();
};

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Types that need no CORS preflight; neither does a missing type. */
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Refuses cross-site requests that carry a visitor's cookies or need no preflight. Requests with a bearer token are
 * accepted from any site. Any site may post to the `exempt` paths, because their addresses contain a token.
 */
export function createCrossSiteCheck(siteUrl: string, exempt: readonly string[]): RequestHandler {
  const siteHost = new URL(siteUrl).host;
  return (req, _res, next) => {
    const { authorization = '', cookie, 'content-type': type } = req.headers;
    const needsNoPreflight = cookie !== undefined || type === undefined || FORM_TYPES.test(type);
    // Browsers attach Basic credentials automatically, but never a bearer token.
    const isForgeable = needsNoPreflight && !/^bearer /i.test(authorization);
    const isSafe = SAFE_METHODS.has(req.method) || exempt.includes(req.path) || !isForgeable;
    next(isSafe || isOwnPage(req, siteHost) ? undefined : createCrossSiteError());
  };
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
    publicMessage:
      'This request came from another site. Open the page on this site and send it again.',
  });
}
