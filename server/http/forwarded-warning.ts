import type { RequestHandler } from 'express';
import type { Config } from '#server/core/config.ts';
import type { Logger } from '#server/core/logger.ts';
import { isForwarded } from './this-machine.ts';

/**
 * Says once that a proxy stands in front which no setting names. Until then everybody behind it counts as
 * one address, since headers that anybody can write are not believed.
 */
export function createForwardedWarning(
  { TRUST_PROXY }: Pick<Config, 'TRUST_PROXY'>,
  logger: Logger,
): RequestHandler {
  let isSaid = TRUST_PROXY !== false;
  return (req, _res, next) => {
    if (!isSaid && isForwarded(req.headers)) {
      isSaid = true;
      logger.warn(
        'requests come through a proxy, but TRUST_PROXY is off: all of them count as one address, and none as this machine',
      );
    }
    next();
  };
}
