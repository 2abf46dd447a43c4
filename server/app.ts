import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { API_PATHS } from '#contract/paths.ts';
import type { ResolveActor } from './core/actor-resolver.ts';
import { publicConfig } from './core/config.ts';
import type { ServerDeps } from './core/deps.ts';
import { createAssetStore } from './http/asset-store.ts';
import { allowCrossOrigin } from './http/cors.ts';
import { createCrossSiteCheck } from './http/cross-site.ts';
import {
  createAuthErrorHandler,
  createErrorHandler,
  createNotFoundError,
  createTablesErrorHandler,
} from './http/error-handler.ts';
import { createHealthRouter } from './http/health.routes.ts';
import { createMetrics, createMetricsHandler } from './http/metrics.ts';
import { createPages } from './http/pages.ts';
import { createRequestLog } from './http/request-log.ts';
import { createSearchEnginesRouter } from './http/search-engines.routes.ts';
import { createSecurityHeaders } from './http/security-headers.ts';
import { resolveActor as resolveActorOf } from './modules/auth/actor-from-request.ts';
import { createAuthRouter } from './modules/auth/auth.routes.ts';
import { createNewsletterRouter } from './modules/newsletter/newsletter.routes.ts';
import { createPremiumGate } from './modules/storage/premium-gate.ts';
import { createPublicObjects, createStorageRouter } from './modules/storage/storage.routes.ts';
import { createRealtime } from './realtime/changes.routes.ts';

/** The whole server as one request handler. `close` ends what outlives a request: the event streams. */
export type App = Express & { close(): Promise<void> };

const findTable = () => undefined;

/** Puts the parts together in the order that matters; listens to nothing and keeps nothing global. */
export function createApp(deps: ServerDeps): App {
  const { config, logger } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUST_PROXY);

  const resolveActor: ResolveActor = (req) => resolveActorOf(deps, req);
  const metrics = createMetrics();
  const gate = createPremiumGate(deps);
  const realtime = createRealtime(deps, { findTable, resolveActor });
  metrics.addGauge('event_streams_open', 'Open event streams.', realtime.streamCount);
  const general = createErrorHandler(logger);

  // What the server does most comes before what the rest of it needs.
  app.use(metrics.count);
  app.use(createPublicObjects(deps, { gate }), general);
  app.use(createRequestLog(logger, { trustsProxy: config.TRUST_PROXY !== false }));
  app.use(createSecurityHeaders(config.SITE_URL));
  app.use(
    [API_PATHS.auth, API_PATHS.tables, API_PATHS.realtime, API_PATHS.storage],
    allowCrossOrigin,
  );
  // Before compression, which would hold events back until it has enough of them.
  app.use(API_PATHS.realtime, realtime.router, answerUnknownPath, createTablesErrorHandler(logger));
  app.use(createCrossSiteCheck(config.SITE_URL));
  app.use(compression({ threshold: 1024 }));

  app.use(API_PATHS.auth, createAuthRouter(deps), createAuthErrorHandler(logger));
  app.use(API_PATHS.tables, answerUnknownPath, createTablesErrorHandler(logger));
  app.use(
    API_PATHS.storage,
    createStorageRouter(deps, { gate, resolveActor }),
    answerUnknownPath,
    general,
  );
  app.use(createNewsletterRouter(deps));

  app.use(createHealthRouter(deps));
  app.get(API_PATHS.metrics, createMetricsHandler(metrics, config.METRICS_TOKEN));
  app.use(createSearchEnginesRouter(config.SITE_URL));
  app.use(
    createPages({
      assets: createAssetStore(config.RENDERER_DIR),
      readConfig: async () => publicConfig(config),
    }),
  );
  app.use(general);

  return Object.assign(app, { close: async () => realtime.close() });
}

const answerUnknownPath: RequestHandler = (_req, _res, next) => next(createNotFoundError());
