import type { RequestHandler } from 'express';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** A browser hides these from the official clients unless they are named; without them codes and counts are lost. */
const EXPOSED = [
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

export const CROSS_ORIGIN_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED,
} as const;

/**
 * Any page may call the API: it is used with bearer tokens, never with cookies, so another origin
 * gains nothing that it does not already hold.
 */
export const allowCrossOrigin: RequestHandler = (req, res, next) => {
  res.set(CROSS_ORIGIN_HEADERS);
  if (req.method !== 'OPTIONS' || !req.get('access-control-request-method')) {
    next();
    return;
  }
  const wanted = req.get('access-control-request-headers');
  res.setHeader('Access-Control-Allow-Methods', METHODS);
  if (wanted) res.setHeader('Access-Control-Allow-Headers', wanted);
  res.setHeader('Access-Control-Max-Age', '86400');
  res.setHeader('Vary', 'Access-Control-Request-Headers');
  res.status(204).end();
};
