import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { API_PATHS } from '#contract/words/paths.ts';
import { createId } from '#server/core/ids.ts';
import type { Logger } from '#server/core/logger.ts';

/** Asked every few seconds for as long as the machine runs; a line each would push the others out of the log. */
const POLLED: readonly string[] = [
  API_PATHS.health,
  API_PATHS.ready,
  API_PATHS.metrics,
  API_PATHS.kioskReports,
];
const ACCEPTED_ID = /^[\w.:-]{8,64}$/;

export function requestIdOf(res: ServerResponse): string {
  return String(res.getHeader('X-Request-Id') ?? '');
}

/**
 * Gives each request an id and writes one line when it is over, except for what is asked
 * all the time and went well. The line has no query string and no
 * network address: who listens to what is nobody's business, and tokens can stand in a query.
 */
export function createRequestLog(
  logger: Logger,
  options: { trustsProxy: boolean },
): RequestHandler {
  return (req, res, next) => {
    const given = options.trustsProxy ? req.get('x-request-id') : undefined;
    const requestId = given && ACCEPTED_ID.test(given) ? given : createId('req');
    res.setHeader('X-Request-Id', requestId);
    if (logger.isLevelEnabled('info')) {
      const startedAt = performance.now();
      const path = req.originalUrl.split('?', 1)[0];
      res.once('close', () => {
        if (res.statusCode < 400 && POLLED.includes(path ?? '')) return;
        const ms = Math.round(performance.now() - startedAt);
        const entry = { requestId, method: req.method, path, status: res.statusCode, ms };
        if (res.writableFinished) logger.info(entry, 'request');
        else logger.info(entry, 'request broken off');
      });
    }
    next();
  };
}
