import type { ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createId } from '#server/core/ids.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';

/** Polled every few seconds; logging each would crowd out other lines. */
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
 * Assigns a request id and logs one line at the end, except for successful polls. Query string and network
 * address are omitted, because they may hold tokens or reveal who listens to what. Warns once about a proxy that
 * no setting names: until it is set, all its clients count as one address.
 */
export function createRequestLog(
  logger: Logger,
  { trustsProxy }: { trustsProxy: boolean },
): RequestHandler {
  let isWarned = trustsProxy;
  return (req, res, next) => {
    // The header that TRUST_PROXY makes Express read.
    if (!isWarned && req.headers['x-forwarded-for'] !== undefined) {
      isWarned = true;
      logger.warn(
        'requests come through a proxy, but TRUST_PROXY is off: all of them count as one address, and none as this machine',
      );
    }
    const given = trustsProxy ? req.get('x-request-id') : undefined;
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
        else logger.info(entry, 'request aborted');
      });
    }
    next();
  };
}
