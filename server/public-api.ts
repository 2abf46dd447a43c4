import { type RequestHandler, Router } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createAuthApi } from './auth-api.ts';
import type { RouterDeps } from './core/deps.ts';
import type { Metrics } from './core/telemetry/metrics.ts';
import {
  answerUnknownPath,
  createAuthErrorHandler,
  createErrorHandler,
  createNotFoundError,
  createStorageErrorHandler,
  createTablesErrorHandler,
} from './http/error-handler.ts';
import { createHealthRouter } from './http/health.routes.ts';
import { createMetricsHandler } from './http/metrics.routes.ts';
import { addressOf } from './http/network/network-address.ts';
import { createKioskReportsRouter } from './modules/kiosks/kiosk-reports.routes.ts';
import { createMailboxRouter } from './modules/mail/mailbox.routes.ts';
import { createNewsletterRouter } from './modules/newsletter/newsletter.routes.ts';
import { createOwnSessionsRouter } from './modules/people/own-sessions.routes.ts';
import { createRedeemRouter } from './modules/plans/centre-codes.routes.ts';
import { createCentreNumbersRouter } from './modules/plans/centre-numbers.routes.ts';
import { createAccountDeletionRouter } from './modules/privacy/account-deletion.routes.ts';
import { createOwnDataRouter } from './modules/privacy/person-export.routes.ts';
import { enqueueRecording } from './modules/recordings/recordings.usecases.ts';
import { makeArtwork } from './modules/storage/artwork.usecases.ts';
import { keepFileName } from './modules/storage/objects.usecases.ts';
import type { ObjectGate } from './modules/storage/public-objects.ts';
import { createStorageRouter } from './modules/storage/storage.routes.ts';
import type { OnStored } from './modules/storage/uploads/upload.usecases.ts';
import { createOwnTicketsRouter } from './modules/support/support.routes.ts';
import { createFileImporter } from './modules/tracks/import-files.usecases.ts';
import type { Registry } from './tables/registry.ts';
import type { ResponseCache } from './tables/response-cache.ts';
import type { OriginOf } from './tables/table-request.ts';
import { createTablesRouter } from './tables/tables.routes.ts';
import { createWriteCounter } from './tables/write/write.ts';

/** Sent for unknown addresses, and to a client that broadcasts over HTTP. */
const REALTIME_ADDRESSES = `There is nothing at this address: changes are at ${API_PATHS.realtimeSocket} and ${API_PATHS.changes}; broadcast and presence are not available.`;

interface PublicParts {
  readonly originOf: OriginOf;
  readonly registry: Registry;
  readonly cache: ResponseCache;
  readonly gate: ObjectGate;
  readonly metrics: Metrics;
}

const PASSWORD_FORM = '/login?view=update_password';

/** Public endpoints; each part checks access itself (`http/public-routes.ts`). */
export function createPublicApi(deps: RouterDeps, parts: PublicParts): Router {
  const { clock, config, db, logger, resolveActor } = deps;
  const { originOf, registry, cache, gate, metrics } = parts;
  const onStored: OnStored = async (stored, sentName) => {
    await keepFileName(deps, stored, sentName);
    await enqueueRecording(deps, stored);
    await makeArtwork(deps, stored.path);
  };
  const tables = createTablesRouter({
    db,
    registry,
    clock,
    countWrites: createWriteCounter(deps),
    importFiles: createFileImporter({ ...deps, onStored }),
    resolveActor,
    addressOf,
    originOf,
    cache,
  });
  const router = Router();
  router.use(API_PATHS.auth, createAuthApi(deps), createAuthErrorHandler(logger));
  router.use(API_PATHS.tables, tables, createTablesErrorHandler(logger));
  router.use(
    API_PATHS.storage,
    createStorageRouter({ ...deps, onStored, gate }),
    answerUnknownPath,
    createStorageErrorHandler(logger),
  );
  const refuseRealtime: RequestHandler = (_req, _res, next) =>
    next(createNotFoundError(REALTIME_ADDRESSES));
  router.use(API_PATHS.realtime, refuseRealtime, createErrorHandler(logger));
  router.use(createKioskReportsRouter(deps));
  router.use(createNewsletterRouter(deps));
  router.use(createAccountDeletionRouter(deps));
  router.use(createOwnDataRouter(deps));
  router.use(createOwnSessionsRouter(deps));
  router.use(createRedeemRouter(deps));
  router.use(createCentreNumbersRouter(deps));
  router.use(createOwnTicketsRouter(deps));

  if (config.DEV_MODE) router.use(API_PATHS.devMailbox, createMailboxRouter(deps));
  router.get(API_PATHS.changePassword, (_req, res) => res.redirect(PASSWORD_FORM));
  router.use(createHealthRouter(deps));
  router.get(API_PATHS.metrics, createMetricsHandler(metrics, config.METRICS_TOKEN));
  return router;
}
