import cluster from 'node:cluster';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import compression from 'compression';
import express, { type Express } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { createAdminApi } from './admin-api.ts';
import { renderAllWorkers } from './cluster-metrics.ts';
import { firstAnonKey } from './core/config/config.ts';
import type { ServerDeps } from './core/deps.ts';
import { createMetrics } from './core/telemetry/metrics.ts';
import { createErrorHandler, createErrorSender } from './http/error-handler.ts';
import {
  createCrossSiteCheck,
  createHostCheck,
  createOriginOf,
  createUnknownHostError,
  toOriginForm,
} from './http/network/known-hosts.ts';
import { createAddressReader } from './http/network/network-address.ts';
import {
  createRequestCounter,
  createRequestLog,
  createRouteLabel,
  type RouteLabel,
} from './http/observe-requests.ts';
import { createAssets } from './http/pages/assets.ts';
import { createPages } from './http/pages/pages.ts';
import { createPublicConfigReader } from './http/pages/read-public-config.ts';
import { createPageRenderer, findBuiltPages } from './http/pages/render-page.ts';
import { createSiteFilesRouter } from './http/pages/site-files.routes.ts';
import {
  allowCrossOrigin,
  createSecurityHeaders,
  crossOriginHeaders,
} from './http/security-headers.ts';
import { createActorResolver } from './modules/auth/actor-from-request.ts';
import { authContextOf } from './modules/auth/auth-context.ts';
import { createPublicObjects } from './modules/storage/public-objects.ts';
import { createPremiumGate, type PremiumGate } from './modules/tracks/premium-gate.ts';
import { addOperatorMetrics } from './operator-metrics.ts';
import { createPublicApi } from './public-api.ts';
import { answerUpgrade } from './realtime/changes.routes.ts';
import { createRealtimeApi } from './realtime-api.ts';
import { createAppRegistry } from './registered-tables.ts';
import { createPublicReader } from './tables/read/read.ts';
import { createResponseCache } from './tables/response-cache.ts';

export type App = RequestListener & {
  /** All routes of Express; used by the test that walks every route. */
  readonly routes: Express;
  /** The pattern of the route a request took. */
  readonly routeOf: RouteLabel;
  /** Handles the server's `upgrade` event, which opens a WebSocket. */
  upgrade(req: IncomingMessage, socket: Socket, head: Buffer): void;
  /** Closes the event streams and WebSockets. */
  close(): Promise<void>;
};

/** Accept any host name, because platform probes use their own; they reveal only whether the server is up. */
const PROBES: readonly string[] = [API_PATHS.health, API_PATHS.ready];

/** Assembles the server; the order matters. Does not listen. */
export function createApp(deps: ServerDeps): App {
  const { config, logger } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.TRUST_PROXY);

  const resolveActor = createActorResolver(authContextOf(deps));
  const gate = createPremiumGate(deps);
  const originOf = createOriginOf(config);
  const parts = {
    resolveActor,
    originOf,
    addressOf: createAddressReader(app),
    registry: createAppRegistry(gateSwitchOf(deps, gate)),
    gate,
    refreshMasks: gate.refresh,
    metrics: createMetrics(cluster.isWorker ? renderAllWorkers : undefined),
  };
  const { metrics } = parts;
  const realtime = createRealtimeApi(deps, parts);
  const cache = createResponseCache({
    db: deps.db,
    anonKey: firstAnonKey(config),
    originOf,
    commonHeaders: (req) => ({ ...crossOriginHeaders(req), 'X-Content-Type-Options': 'nosniff' }),
  });

  app.use(API_PATHS.publicObject, createPublicObjects({ ...deps, gate }));
  app.use(createRequestLog(logger, { trustsProxy: config.TRUST_PROXY !== false }));
  app.use(createSecurityHeaders(config.SITE_URL));
  app.use(
    [API_PATHS.auth, API_PATHS.tables, API_PATHS.realtime, API_PATHS.storage],
    allowCrossOrigin,
  );
  app.use(createCrossSiteCheck(config.SITE_URL, [API_PATHS.newsletterUnsubscribe]));
  app.use(compression({ threshold: 1024 }));
  app.use(createAdminApi({ ...deps, resolveActor }));
  app.use(createPublicApi({ ...deps, resolveActor }, { ...parts, cache }));
  const folder = config.RENDERER_DIR;
  const readConfig = createPublicConfigReader(deps);
  app.use(createSiteFilesRouter(config, readConfig));
  app.use(createAssets(folder));
  app.use(
    createPages({
      folder,
      readConfig,
      renderPage: createPageRenderer({
        entry: findBuiltPages(),
        readRows: createPublicReader({ ...deps, registry: parts.registry }),
        latestChangeId: () => deps.db.latestChangeIdSync?.() ?? deps.db.latestChangeId(),
        logger,
      }),
    }),
  );
  app.use(createErrorHandler(logger));
  const routeOf = createRouteLabel(app);
  const countRequest = createRequestCounter(metrics, routeOf);
  addOperatorMetrics(metrics, deps);

  const sendError = createErrorSender(logger);
  const isKnownHost = createHostCheck(config);
  const handle: RequestListener = (req, res) => {
    if (!req.url?.startsWith('/')) toOriginForm(req);
    const { method, url = '' } = req;
    if (!isKnownHost(req.headers.host) && !PROBES.includes(url)) {
      sendError(createUnknownHostError(), req, res);
      return;
    }
    // The most frequent requests are answered before Express (decision 20).
    if (method === 'GET' && url.split('?', 1)[0] === API_PATHS.changes) {
      realtime.stream(req, res);
      return;
    }
    countRequest(req, res);
    const isTableRead = (method === 'GET' || method === 'HEAD') && url.startsWith(API_PATHS.tables);
    if (!isTableRead || !cache.tryCachedResponse(req, res)) app(req, res);
  };
  return Object.assign(handle, {
    routes: app,
    routeOf,
    upgrade(req: IncomingMessage, socket: Socket, head: Buffer) {
      // Without an error listener, a connection reset during the handshake would crash the process.
      socket.on('error', () => socket.destroy());
      if (isKnownHost(req.headers.host)) realtime.upgrade(req, socket, head);
      else answerUpgrade(req, socket, (res) => sendError(createUnknownHostError(), req, res));
    },
    close: async () => realtime.close(),
  });
}

/** The environment variable overrides the owner's switch. */
function gateSwitchOf({ config }: ServerDeps, { known: gate }: PremiumGate) {
  const { FROM_ENVIRONMENT, PREMIUM_GATE: byDefault } = config;
  if (!FROM_ENVIRONMENT.has('PREMIUM_GATE')) return { isOn: { byDefault }, gate };
  return byDefault ? { isOn: true as const, gate } : undefined;
}
