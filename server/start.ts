import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import type { QueryListener } from '#db/queries/query-log.ts';
import { createApp } from './app.ts';
import { systemClock } from './core/clock.ts';
import { type Config, DATABASE_FILE, inheritedSocket, localUrl } from './core/config/config.ts';
import { createLiveSettings } from './core/config/live-settings.ts';
import type { ServerDeps } from './core/deps.ts';
import type { Logger } from './core/telemetry/logger.ts';
import type { Tracing } from './core/telemetry/open-telemetry.ts';
import { openTracing } from './core/telemetry/tracing.ts';
import { lockDataFolder } from './data-folder.ts';
import { createConnections } from './http/connections.ts';
import { startServerJobs } from './jobs.ts';
import { createMailer, type OwnedMailer } from './modules/mail/mailer.ts';
import { startRecordingWorker } from './modules/recordings/recording-worker.ts';
import { createStore } from './modules/storage/stores/create-store.ts';
import { startInbox } from './modules/support/inbox/start-inbox.ts';
import { prepareData } from './prepare-data.ts';

export interface RunningServer {
  /** Address for a browser on this machine. */
  readonly url: string;
  /** The brand's name. */
  readonly name: string;
  /** Drains requests, ends event streams and closes the database. */
  close(): Promise<void>;
}

/** Dependencies that this file has to close. */
type OwnedDeps = ServerDeps & { mailer: OwnedMailer };

export interface StartOptions {
  logger: Logger;
  /** Tables are already migrated and filled by the primary process. */
  isPrepared?: boolean;
  /** Prints progress. */
  printLine: (line: string) => void;
}

/** Connections queue here while the server is busy or restarting. */
const BACKLOG = 2048;
const CONNECTION_LIMITS = {
  /** A query with a long `in.(…)` list is one long line. */
  maxHeaderSize: 128 * 1024,
  headersTimeout: 20_000,
  /** Timeout of an upload in one request. */
  requestTimeout: 300_000,
};
/** After this many requests a connection closes, and a proxy opens another. */
const REQUESTS_PER_SOCKET = 1_000;

/**
 * Binds the port first, so that a used port is reported before anything is written; requests wait until the
 * data is prepared. Listens on an inherited socket last, because connections queue in its backlog.
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const program = Promise.withResolvers<RequestListener>();
  const connections = createConnections(async (req, res) => (await program.promise)(req, res));
  const server: Server = createServer(
    {
      ...CONNECTION_LIMITS,
      // Other upgrade requests get an ordinary response.
      shouldUpgradeCallback: ({ url }) =>
        url?.split('?', 1)[0] === API_PATHS.realtimeSocket && server.listenerCount('upgrade') > 0,
    },
    connections.listener,
  );
  server.maxRequestsPerSocket = REQUESTS_PER_SOCKET;
  const isInherited = inheritedSocket() !== undefined;
  if (!isInherited) await listen(server, config);

  let db: AppDatabase | undefined;
  let tracing: Tracing | undefined;
  let releaseFolder: (() => void) | undefined;
  try {
    if (!options.isPrepared) releaseFolder = await lockDataFolder(config, options.logger);
    tracing = await openTracing(config, options.logger);
    db = await openAppDatabase(config, tracing?.onQuery);
    const deps = createDeps(withRealPort(config, server), db, options.logger);
    if (!options.isPrepared) await prepareData(deps, options.printLine);
    const app = createApp(deps);
    connections.handle = tracing?.wrap(app, app.routeOf) ?? app;
    program.resolve(connections.handle);
    server.on('upgrade', app.upgrade);
    if (isInherited) await listen(server, config);
    deps.mailer.takeOverQueue();
    const stopJobs = startServerJobs(deps);
    const stopRecordings = startRecordingWorker(deps);
    const stopInbox = startInbox(deps);
    const { brand } = await deps.settings.read();
    return {
      url: urlOf(server, config),
      name: brand.name,
      async close() {
        const drained = connections.drain(server, deps.logger);
        const stops = [app.close, stopJobs, stopRecordings, stopInbox];
        await Promise.all(stops.map((stop) => stop()));
        await drained;
        await deps.mailer.close();
        await deps.db.close();
        await tracing?.close();
        releaseFolder?.();
      },
    };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    await db?.close();
    await tracing?.close();
    releaseFolder?.();
    throw error;
  }
}

export function openAppDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'STATEMENT_LIMIT_S'>,
  onQuery?: QueryListener,
): Promise<AppDatabase> {
  return openDatabase(
    config.DATABASE_URL
      ? { url: config.DATABASE_URL, statementMs: config.STATEMENT_LIMIT_S * 1000, onQuery }
      : { file: join(config.DATA_DIR, DATABASE_FILE), onQuery },
  );
}

export function createDeps(config: Config, db: AppDatabase, logger: Logger): OwnedDeps {
  return {
    config,
    db,
    logger,
    clock: systemClock,
    mailer: createMailer({ config, db, clock: systemClock, logger }),
    store: createStore(config),
    settings: createLiveSettings({ config, db, logger }),
  };
}

async function listen(server: Server, { PORT, HOST, DEV_MODE }: Config): Promise<void> {
  const socket = inheritedSocket();
  for (let triesLeft = DEV_MODE ? 50 : 0; ; triesLeft -= 1) {
    server.listen(
      socket === undefined
        ? { port: PORT, ...(HOST === undefined ? {} : { host: HOST }), backlog: BACKLOG }
        : { fd: socket, backlog: BACKLOG },
    );
    try {
      await once(server, 'listening');
      return;
    } catch (error) {
      // A restarted development server may start before the previous one has exited.
      if (triesLeft === 0) throw error;
      await sleep(100);
    }
  }
}

/** With port 0 the default site address is known only after binding. */
function withRealPort(config: Config, server: Server): Config {
  const isDefault = server.listening && config.SITE_URL === localUrl(config.PORT);
  return isDefault ? { ...config, SITE_URL: localUrl(portOf(server)) } : config;
}

function urlOf(server: Server, { HOST }: Config): string {
  const isHere = HOST === undefined || HOST === '0.0.0.0';
  return `http://${isHere ? 'localhost' : hostInUrl(HOST)}:${portOf(server)}`;
}

function portOf(server: Server): number {
  // A listening TCP server has an address of this type.
  return (server.address() as AddressInfo).port;
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
