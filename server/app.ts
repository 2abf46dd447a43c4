import cluster from 'node:cluster';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import compression from 'compression';
import express, { type Express } from 'express';
import { API_PATHS } from '#contract/words/paths.ts';
import { createAdminApi } from './admin-api.ts';
import type { ResolveActor } from './core/actor-resolver.ts';
import type { ServerDeps } from './core/deps.ts';
import { createFastLanes } from './fast-lanes.ts';
import { gatherFromWorkers } from './gather-figures.ts';
import { createAssetStore } from './http/asset-store.ts';
import { allowCrossOrigin } from './http/cors.ts';
import { createCrossSiteCheck } from './http/cross-site.ts';
import { createErrorHandler, createErrorSender } from './http/error-handler.ts';
import { createForwardedWarning } from './http/forwarded-warning.ts';
import { refuseUnknownHosts } from './http/known-hosts.ts';
import { createLivingPages } from './http/living-pages.ts';
import { createMetrics } from './http/metrics.ts';
import { createPages } from './http/pages.ts';
import { createAddressReader } from './http/rate-limit.ts';
import { createPublicConfigReader } from './http/read-public-config.ts';
import { createRequestLog } from './http/request-log.ts';
import { createRouteLabel, type RouteLabel } from './http/route-labels.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { createShellWorkerRouter } from './http/shell-worker.routes.ts';
import { createWebManifestRouter } from './http/web-manifest.routes.ts';
import { resolveActor as resolveActorOf } from './identity/actor-from-request.ts';
import { createServeObject } from './modules/storage/serve-object.ts';
import type { PremiumGateState } from './modules/tracks/gated-audio-url.repository.ts';
import { createPremiumGate, type PremiumGate } from './modules/tracks/premium-gate.ts';
import { createPublicApi } from './public-api.ts';
import { createAppRegistry } from './registered-tables.ts';
import { addFigures } from './shared-figures.ts';
import { createPublicReader } from './tables/public-reader.ts';

/** The whole server as one request handler. */
export type App = RequestListener & {
  /** Everything behind the two fast lanes, for the test that walks all routes. */
  readonly routes: Express;
  /** The pattern of the route a request took. */
  readonly routeOf: RouteLabel;
  /** Ends what outlives a request: the event streams. */
  close(): Promise<void>;
};

/** Puts the parts together in the order that matters; listens to nothing and keeps nothing global. */
export function createApp(deps: ServerDeps): App {
  const { config, logger, store } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUST_PROXY);

  const resolveActor: ResolveActor = (req) => resolveActorOf(deps, req);
  const gate = createPremiumGate(deps);
  const parts = {
    resolveActor,
    registry: createAppRegistry({ premiumGate: premiumGateOf(deps, gate) }),
    files: { gate, serve: createServeObject({ store, accelRedirect: config.ACCEL_REDIRECT }) },
    refreshMasks: gate.refresh,
    metrics: createMetrics({ gather: cluster.isWorker ? gatherFromWorkers : undefined }),
  };
  const lanes = createFastLanes(deps, { ...parts, addressOf: createAddressReader(app) });

  app.use(createForwardedWarning(config, logger));
  app.use(createRequestLog(logger, { trustsProxy: config.TRUST_PROXY !== false }));
  app.use(createSecurityHeaders(config.SITE_URL));
  app.use(
    [API_PATHS.auth, API_PATHS.tables, API_PATHS.realtime, API_PATHS.storage],
    allowCrossOrigin,
  );
  app.use(createCrossSiteCheck(config.SITE_URL, [API_PATHS.newsletterUnsubscribe]));
  app.use(compression({ threshold: 1024 }));
  app.use(createAdminApi(deps, parts));
  app.use(createPublicApi(deps, { ...parts, cache: lanes.cache }));
  const assets = createAssetStore(config.RENDERER_DIR);
  const readConfig = createPublicConfigReader(deps);
  app.use(createWebManifestRouter({ assets, readConfig }));
  app.use(createShellWorkerRouter({ assets, isOn: config.SERVICE_WORKER && !config.KIOSK }));
  app.use(
    createPages({
      assets,
      readConfig,
      findLiving: createLivingPages({
        folder: join(config.RENDERER_DIR, '../pages'),
        readRows: createPublicReader(deps, parts.registry),
        latestChangeId: () => deps.db.latestChangeIdSync?.() ?? deps.db.latestChangeId(),
        logger,
      }),
    }),
  );
  app.use(createErrorHandler(logger));
  const routeOf = createRouteLabel(app);
  parts.metrics.labelRoutes(routeOf);
  addFigures(parts.metrics, deps);

  const listener = refuseUnknownHosts(config, createErrorSender(logger), lanes.before(app));
  return Object.assign(listener, { routes: app, routeOf, close: async () => lanes.close() });
}

/** The environment's word is final; without one the owner's switch decides. */
function premiumGateOf({ config }: ServerDeps, gate: PremiumGate): PremiumGateState {
  const isOn = config.PREMIUM_GATE;
  if (!config.GIVEN.has('PREMIUM_GATE')) return { isOn: { byDefault: isOn }, gate: gate.known };
  return isOn && { isOn, gate: gate.known };
}
