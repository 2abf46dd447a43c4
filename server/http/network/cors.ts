import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

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

const TO_ANOTHER_ORIGIN: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  Vary: 'Origin',
};
/** Prevents a shared cache from serving one origin's answer to another. */
const TO_NO_ORIGIN: Headers = { Vary: 'Origin' };

/** Like the original: CORS headers only if the request has an origin. */
export const crossOriginHeaders = ({ headers }: IncomingMessage): Headers =>
  headers.origin === undefined ? TO_NO_ORIGIN : TO_ANOTHER_ORIGIN;

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
