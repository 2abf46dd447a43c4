import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** A browser hides these from the official clients unless they are named; without them codes and counts are lost. */
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
/** Or a store between would give a page of another origin what was answered to one of ours. */
const TO_NO_ORIGIN: Headers = { Vary: 'Origin' };

/** As the original: only a request that names an origin is told that it may. */
export const crossOriginHeaders = ({ headers }: IncomingMessage): Headers =>
  headers.origin === undefined ? TO_NO_ORIGIN : TO_ANOTHER_ORIGIN;

/**
 * Any page may call the API: it is used with bearer tokens, never with cookies, so another origin
 * gains nothing that it does not already hold.
 */
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
