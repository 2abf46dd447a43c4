import type { RequestListener } from 'node:http';
import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { API_PATHS } from '#contract/paths.ts';
import type { Actor } from './core/actor.ts';
import type { ResolveActor } from './core/actor-resolver.ts';
import { isoNow } from './core/clock.ts';
import type { ServerDeps } from './core/deps.ts';
import { createAdminGuard, refuseAdminFromElsewhere } from './http/admin-guard.ts';
import { createAssetStore } from './http/asset-store.ts';
import { allowCrossOrigin, CROSS_ORIGIN_HEADERS } from './http/cors.ts';
import { createCrossSiteCheck } from './http/cross-site.ts';
import {
  createAuthErrorHandler,
  createErrorHandler,
  createNotFoundError,
  createTablesErrorHandler,
  createTablesErrorSender,
} from './http/error-handler.ts';
import { createHealthRouter } from './http/health.routes.ts';
import { createMetrics, createMetricsHandler } from './http/metrics.ts';
import { createPages } from './http/pages.ts';
import { createAddressReader } from './http/rate-limit.ts';
import { createPublicConfigReader } from './http/read-public-config.ts';
import { createRequestLog } from './http/request-log.ts';
import { createRequireAdmin } from './http/require-admin.ts';
import { createSearchEnginesRouter } from './http/search-engines.routes.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createAccountDeletionRouter } from './modules/account-deletion/account-deletion.routes.ts';
import { createErasureRouter } from './modules/account-deletion/erasure.routes.ts';
import { createAdminDashboardRouter } from './modules/admin-dashboard/admin-dashboard.routes.ts';
import type { PremiumGateState } from './modules/audio-content/audio-content.table.ts';
import { resolveActor as resolveActorOf } from './modules/auth/actor-from-request.ts';
import { createAuthRouter } from './modules/auth/auth.routes.ts';
import { createPeopleRouter } from './modules/auth/people.routes.ts';
import {
  createBackupDownloadRouter,
  createBackupsRouter,
} from './modules/backups/backups.routes.ts';
import {
  createCentreCodesRouter,
  createRedeemRouter,
} from './modules/centre-codes/centre-codes.routes.ts';
import { createKioskReportsRouter } from './modules/kiosks/kiosk-reports.routes.ts';
import { createKiosksRouter } from './modules/kiosks/kiosks.routes.ts';
import { createListeningCountsRouter } from './modules/listening-counts/listening-counts.routes.ts';
import { createMailTestRouter } from './modules/mail/mail-test.routes.ts';
import { createMailboxRouter } from './modules/mail/mailbox.routes.ts';
import { createNewsletterRouter } from './modules/newsletter/newsletter.routes.ts';
import { createNewsletterAdminRouter } from './modules/newsletter/newsletter-admin.routes.ts';
import {
  createOwnDataRouter,
  createPersonExportRouter,
} from './modules/person-export/person-export.routes.ts';
import { findAudience } from './modules/profiles/find-audience.usecases.ts';
import { createRecordingsRouter } from './modules/recordings/recordings.routes.ts';
import { createSettingsRouter } from './modules/settings/settings.routes.ts';
import { createPremiumGate } from './modules/storage/premium-gate.ts';
import { createResumableRouter } from './modules/storage/resumable.routes.ts';
import { createServeObject } from './modules/storage/serve-object.ts';
import { createPublicObjects, createStorageRouter } from './modules/storage/storage.routes.ts';
import { createSupportRouter } from './modules/support/support.routes.ts';
import { createTrackOrderRouter } from './modules/track-order/track-order.routes.ts';
import { createRealtime } from './realtime/changes.routes.ts';
import { createFindChangeTable } from './realtime/published-tables.ts';
import { createAppRegistry } from './registered-tables.ts';
import { createAnswerCache } from './tables/answer-cache.ts';
import { createTablesRouter } from './tables/tables.routes.ts';

/** The whole server as one request handler. */
export type App = RequestListener & {
  /** Everything behind the two fast lanes, for the test that walks all routes. */
  readonly routes: Express;
  /** Ends what outlives a request: the event streams. */
  close(): Promise<void>;
};

/** Puts the parts together in the order that matters; listens to nothing and keeps nothing global. */
export function createApp(deps: ServerDeps): App {
  const { config, logger } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUST_PROXY);

  const resolveAnybody: ResolveActor = (req) => resolveActorOf(deps, req);
  const resolveActor = config.KIOSK ? refuseAdminFromElsewhere(resolveAnybody) : resolveAnybody;
  const metrics = createMetrics();
  const gate = createPremiumGate(deps);
  const serve = createServeObject({ store: deps.store, accelRedirect: config.ACCEL_REDIRECT });
  const registry = createAppRegistry({ premiumGate: premiumGateOf(deps) });
  const findTable = createFindChangeTable(registry);
  const realtime = createRealtime(deps, {
    findTable,
    resolveActor: async (req) => withAudience(deps, await resolveActor(req)),
    addressOf: createAddressReader(app),
    sendError: createTablesErrorSender(logger),
  });
  const cache = createAnswerCache({
    db: deps.db,
    anonKey: config.ANON_KEY,
    mountPath: API_PATHS.tables,
    commonHeaders: { ...CROSS_ORIGIN_HEADERS, 'X-Content-Type-Options': 'nosniff' },
  });
  const tables = createTablesRouter({
    db: deps.db,
    registry,
    now: () => isoNow(deps.clock),
    resolveActor,
    cache,
  });
  metrics.addGauge('event_streams_open', 'Open event streams.', realtime.streamCount);
  const general = createErrorHandler(logger);

  app.use(createRequestLog(logger, { trustsProxy: config.TRUST_PROXY !== false }));
  app.use(createSecurityHeaders(config.SITE_URL));
  app.use(
    [API_PATHS.auth, API_PATHS.tables, API_PATHS.realtime, API_PATHS.storage],
    allowCrossOrigin,
  );
  app.use(createCrossSiteCheck(config.SITE_URL, [API_PATHS.newsletterUnsubscribe]));
  app.use(compression({ threshold: 1024 }));
  if (config.KIOSK) app.use([API_PATHS.admin, `${API_PATHS.auth}/admin`], createAdminGuard());

  app.use(API_PATHS.auth, createAuthRouter(deps), createAuthErrorHandler(logger));
  app.use(API_PATHS.tables, tables, createTablesErrorHandler(logger));
  app.use(
    API_PATHS.storage,
    createStorageRouter(deps, { gate, serve, resolveActor }),
    createResumableRouter(deps, { resolveActor }),
    answerUnknownPath,
    general,
  );
  app.use(
    API_PATHS.admin,
    createRequireAdmin(resolveActor),
    express.json({ limit: '64kb' }),
    createAdminDashboardRouter(deps),
    createSettingsRouter(deps),
    createBackupsRouter(deps),
    createMailTestRouter(deps),
    createSupportRouter(deps),
    createPeopleRouter(deps),
    createListeningCountsRouter(deps),
    createNewsletterAdminRouter(deps),
    createRecordingsRouter(deps),
    createErasureRouter(deps),
    createPersonExportRouter(deps),
    createTrackOrderRouter(deps),
    createCentreCodesRouter(deps, { resolveActor }),
    createKiosksRouter(deps),
    answerUnknownPath,
    general,
  );
  app.use(createBackupDownloadRouter(deps));
  app.use(createKioskReportsRouter(deps));
  app.use(createNewsletterRouter(deps));
  app.use(createAccountDeletionRouter(deps, { resolveActor }));
  app.use(createOwnDataRouter(deps, { resolveActor }));
  app.use(createRedeemRouter(deps, { resolveActor }));

  if (config.DEV_MODE) app.use(API_PATHS.devMailbox, createMailboxRouter(deps));
  app.use(createHealthRouter(deps));
  app.get(API_PATHS.metrics, createMetricsHandler(metrics, config.METRICS_TOKEN));
  app.use(createSearchEnginesRouter(config.SITE_URL));
  app.use(
    createPages({
      assets: createAssetStore(config.RENDERER_DIR),
      readConfig: createPublicConfigReader(deps),
    }),
  );
  app.use(general);

  const publicObjects = createPublicObjects(deps, { gate, serve });
  // What the server does most is answered before what the rest of it needs (docs/decisions/0031).
  const listener: RequestListener = (req, res) => {
    if (realtime.handle(req, res)) return;
    metrics.count(req, res);
    if (!cache.tryCachedAnswer(req, res) && !publicObjects(req, res)) app(req, res);
  };
  return Object.assign(listener, { routes: app, close: async () => realtime.close() });
}

/** A stream judges rows in hand, so it has to know of her what a read would look up. */
async function withAudience({ db }: ServerDeps, actor: Actor): Promise<Actor> {
  if (actor.userId === null) return actor;
  return { ...actor, audience: await findAudience(db.kysely, actor.userId) };
}

/** The environment's word is final; without one the owner's switch decides. */
function premiumGateOf({ config, settings }: ServerDeps): PremiumGateState {
  if (config.GIVEN.has('PREMIUM_GATE')) return config.PREMIUM_GATE;
  return {
    byDefault: config.PREMIUM_GATE,
    isOn: () => settings.known.switches.premium_gate,
  };
}

const answerUnknownPath: RequestHandler = (_req, _res, next) => next(createNotFoundError());
