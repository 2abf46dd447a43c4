import type { Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** What a plain HTML form can send; everything else needs a CORS preflight first. */
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Refuses forms that another site submits in a visitor's name; API calls with JSON are not forms. `open`
 * are paths that anybody may post to from anywhere, since the address itself is the proof.
 */
export function createCrossSiteCheck(siteUrl: string, open: readonly string[]): RequestHandler {
  const siteHost = new URL(siteUrl).host;
  return (req, _res, next) => {
    const isForm = FORM_TYPES.test(req.get('content-type') ?? '');
    if (SAFE_METHODS.has(req.method) || !isForm || open.includes(req.path)) {
      next();
      return;
    }
    next(isOwnPage(req, siteHost) ? undefined : createCrossSiteError());
  };
}

/** Refuses every call that another site's page makes; for calls that need no token to do something. */
export function createOwnPageCheck(siteUrl: string): RequestHandler {
  const siteHost = new URL(siteUrl).host;
  return (req, _res, next) => next(isOwnPage(req, siteHost) ? undefined : createCrossSiteError());
}

function isOwnPage(req: Request, siteHost: string): boolean {
  const site = req.get('sec-fetch-site');
  if (site) return site === 'same-origin' || site === 'none';
  const origin = req.get('origin');
  // No browser leaves both out of a form of another site, so this is a program.
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
