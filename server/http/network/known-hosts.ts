import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { HTTP_ERROR } from '#contract/constants/error-codes.ts';
import type { Config } from '#server/core/config/config.ts';
import { AppError } from '#server/core/errors.ts';
import type { OriginOf } from '#server/tables/table-request.ts';
import { isLoopback } from './network-address.ts';

// This server's host names: in the `Host` of a request, in its `Origin`, and in addresses of answers.

type HostSettings = Pick<Config, 'KIOSK' | 'HOST' | 'SITE_URL' | 'ALLOWED_HOSTS'>;

/** Domains that are not in public DNS, so no attacker can point one at this machine. */
const PRIVATE_ENDING = /\.(localhost|local|internal|lan|home\.arpa)$/;

/**
 * Whether a request's `Host` is this server's. Prevents DNS rebinding, where another site's name points at this
 * machine and counts as same-origin.
 */
export function createHostCheck(config: HostSettings): (host: string | undefined) => boolean {
  const { HOST, KIOSK, SITE_URL, ALLOWED_HOSTS } = config;
  const known = new Set([
    'localhost',
    '127.0.0.1',
    '[::1]',
    new URL(SITE_URL).hostname,
    ...ALLOWED_HOSTS.map((name) => name.toLowerCase()),
  ]);
  const isForThisMachine = HOST === 'localhost' || isLoopback(HOST);
  const isAllowedName = KIOSK || isForThisMachine ? isLoopback : isSafeFromRebinding;
  return (host) => {
    // Every browser sends a host, and only browsers can be rebound.
    if (host === undefined) return true;
    const name = URL.parse(`http://${host}`)?.hostname ?? '';
    return known.has(name) || isAllowedName(name.replace(/^\[|\]$/g, ''));
  };
}

/** An address, a name without a dot, or a name outside public DNS. */
function isSafeFromRebinding(name: string): boolean {
  return isIP(name) !== 0 || (name !== '' && !name.includes('.')) || PRIVATE_ENDING.test(name);
}

const ABSOLUTE_FORM = /^https?:\/\/([^/?#]*)([^#]*)/i;

/** Rewrites `GET http://host/path` to `GET /path`; the authority replaces `Host` (RFC 9112, 3.2.2). */
export function toOriginForm(req: IncomingMessage): void {
  const [, authority, rest = ''] = ABSOLUTE_FORM.exec(req.url ?? '') ?? [];
  if (authority === undefined) return;
  req.url = rest.startsWith('/') ? rest : `/${rest}`;
  req.headers.host = authority;
}

export const createUnknownHostError = () =>
  new AppError({
    status: 421,
    code: HTTP_ERROR.unknownHost,
    publicMessage:
      'This server does not answer under this host name. Its administrator can set SITE_URL, or add the name to ALLOWED_HOSTS.',
  });

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Content types that need no CORS preflight. A request without a content type needs none either. */
const FORM_TYPES = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)\b/i;

/**
 * Refuses cross-site requests that carry a visitor's cookies or need no preflight, to prevent cross-site request
 * forgery (CSRF). Requests with a bearer token are accepted from any site. Any site may post to the `exempt` paths,
 * because their addresses contain a token.
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

/** A host and port that may become part of an address in an answer. */
const HOST_AND_PORT = /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;
/** Our own pages ask for relative addresses: they may be open under a host name other than the one in `SITE_URL`. */
const RELATIVE = /(?:^|,)\s*addresses=relative\s*(?:,|$)/;

type OriginSettings = Pick<Config, 'SITE_URL' | 'FROM_ENVIRONMENT' | 'TRUST_PROXY'>;

/** Origin of addresses in an answer: `SITE_URL`, or else the requested host. */
export function createOriginOf({
  SITE_URL,
  FROM_ENVIRONMENT,
  TRUST_PROXY,
}: OriginSettings): OriginOf {
  const site = SITE_URL.replace(/\/+$/, '');
  const isGiven = FROM_ENVIRONMENT.has('SITE_URL');
  return ({ headers }) => {
    if (RELATIVE.test(String(headers['prefer'] ?? ''))) return '';
    const { host = '' } = headers;
    if (isGiven || !HOST_AND_PORT.test(host)) return site;
    const forwarded = TRUST_PROXY === false ? undefined : headers['x-forwarded-proto'];
    const isSecure =
      String(forwarded ?? '')
        .split(',')[0]
        ?.trim() === 'https';
    return `${isSecure ? 'https' : 'http'}://${host}`;
  };
}
