import type { Request, RequestHandler } from 'express';
import { isSameSecret } from '#server/core/config/secrets.ts';
import { createHttpError } from '#server/core/errors.ts';
import type { Metrics } from '#server/core/telemetry/metrics.ts';
import { isThisMachine } from './network/network-address.ts';

/** Answers local requests and requests with the token; requests through a proxy are not local. */
export function createMetricsHandler(metrics: Metrics, token: string | undefined): RequestHandler {
  return async (req, res) => {
    if (!mayRead(req, token)) {
      throw createHttpError(
        403,
        'Metrics are for this machine, or for requests with METRICS_TOKEN.',
      );
    }
    res.set('Cache-Control', 'no-store');
    res.type('text/plain; version=0.0.4; charset=utf-8').send(await metrics.render());
  };
}

function mayRead(req: Request, token: string | undefined): boolean {
  const given = req.get('authorization')?.replace(/^Bearer /i, '');
  if (token && given) return isSameSecret(given, token);
  return isThisMachine(req);
}
