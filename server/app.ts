import compression from 'compression';
import express, { type Express, type RequestHandler } from 'express';
import { API_PATHS } from '#contract/paths.ts';
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

/** The whole server as one request handler. `close` ends what outlives a request: the event streams. */
export type App = Express & { close(): Promise<void> };

/** Puts the parts together in the order that matters; listens to nothing and keeps nothing global. */
export function createApp(deps: ServerDeps): App {
  const { config, logger } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUST_PROXY);

  const metrics = createMetrics();
  const unknownPath: RequestHandler = (_req, _res, next) => next(createNotFoundError());

  app.use(metrics.count);
  app.use(createRequestLog(logger, { trustsProxy: config.TRUST_PROXY !== false }));
  app.use(createSecurityHeaders(config.SITE_URL));
  app.use(
    [API_PATHS.auth, API_PATHS.tables, API_PATHS.realtime, API_PATHS.storage],
    allowCrossOrigin,
  );
  app.use(createCrossSiteCheck(config.SITE_URL));
  app.use(compression({ threshold: 1024 }));

  app.use(API_PATHS.auth, unknownPath, createAuthErrorHandler(logger));
  app.use(API_PATHS.tables, unknownPath, createTablesErrorHandler(logger));
  app.use([API_PATHS.realtime, API_PATHS.storage], unknownPath);

  app.use(createHealthRouter(deps));
  app.get(API_PATHS.metrics, createMetricsHandler(metrics, config.METRICS_TOKEN));
  app.use(createSearchEnginesRouter(config.SITE_URL));
  app.use(
    createPages({
      assets: createAssetStore(config.RENDERER_DIR),
      readConfig: async () => publicConfig(config),
    }),
  );
  app.use(createErrorHandler(logger));

  return Object.assign(app, { close: async () => undefined });
}
