import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import helmet from 'helmet';
import { SHELL_WORKER_POLICY } from '#contract/constants/pages/shell.ts';

/** Features that our pages need; all others are denied, including in frames. */
const PERMISSIONS_POLICY = [
  ...['autoplay', 'clipboard-write', 'fullscreen', 'screen-wake-lock'].map(
    (name) => `${name}=(self)`,
  ),
  ...[
    'accelerometer',
    'camera',
    'clipboard-read',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'picture-in-picture',
    'publickey-credentials-get',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ].map((name) => `${name}=()`),
].join(', ');

/**
 * Headers of all answers; pages add hashes of their inline scripts (`contentSecurityPolicy`). No upgrade or
 * HSTS over plain http, because local addresses have no certificate.
 */
export function createSecurityHeaders(siteUrl: string): RequestHandler {
  const isHttps = siteUrl.startsWith('https://');
  const setOthers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    // Pages on another origin may use recordings and pictures.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    crossOriginOpenerPolicy: isHttps && { policy: 'same-origin' },
    originAgentCluster: isHttps,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  return (req, res, next) => {
    res.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
    setOthers(req, res, next);
  };
}

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

/** CSP source of an inline style sheet. */
export function styleSource(sheet: string): string {
  return `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`;
}

/** CSP of our pages: own origin only, inline scripts by hash. */
export function contentSecurityPolicy(options: {
  isHttps: boolean;
  scriptHashes: readonly string[];
  styles?: readonly string[];
}): string {
  const hashes = options.scriptHashes.map((hash) => ` 'sha256-${hash}'`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${hashes}`,
    // Scripts may set styles (CSSOM); style attributes in markup are refused.
    ["style-src 'self'", ...(options.styles ?? []).map(styleSource)].join(' '),
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    // Trusted Types: strings cannot become markup or script addresses. The only policy always returns the
    // service worker's address (lib/requests/shell-worker.ts); no other can be created.
    "require-trusted-types-for 'script'",
    `trusted-types ${SHELL_WORKER_POLICY}`,
    ...(options.isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
