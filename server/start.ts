import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import type { QueryListener } from '#db/query-log.ts';
import { createApp } from './app.ts';
import { systemClock } from './core/clock.ts';
import { type Config, DATABASE_FILE, inheritedSocket, localUrl } from './core/config.ts';
import type { ServerDeps } from './core/deps.ts';
import { createLiveSettings } from './core/live-settings.ts';
import type { Logger } from './core/logger.ts';
import { openTracing } from './core/open-tracing.ts';
import type { Tracing } from './core/tracing.ts';
import { createDrain } from './http/drain.ts';
import { answerOneAtATime } from './http/one-at-a-time.ts';
import { WaitingRoom } from './http/waiting-room.ts';
import { startMaintenance } from './maintenance.ts';
import { startWholeBackups } from './modules/backups/whole-by-itself.usecases.ts';
import { startInbox } from './modules/inbox/start-inbox.ts';
import { createMailer, type OwnedMailer } from './modules/mail/mailer.ts';
import { startRecordingWorker } from './modules/recordings/recording-worker.ts';
import { createStore } from './modules/storage/create-store.ts';
import { prepareData } from './prepare-data.ts';
import { startSchedule } from './schedule.ts';
import { findWholeSetup } from './whole-setup.ts';

export interface RunningServer {
  /** Where a browser on this machine finds it. */
  readonly url: string;
  /** What the owner calls it. */
  readonly name: string;
  /** Lets answers finish, ends the event streams, closes the database. */
  close(): Promise<void>;
}

/** The parts, with what this file has to end. */
type OwnedDeps = ServerDeps & { mailer: OwnedMailer };

export interface StartOptions {
  logger: Logger;
  /** A worker finds migrated and filled tables; its primary process has seen to them. */
  isPrepared?: boolean;
  /** Progress for the person at the terminal. */
  say: (line: string) => void;
}

/** Who comes while the server is busy, or between two processes, waits here. */
const BACKLOG = 2048;
/** A query with a long `in.(…)` list is one long line. */
const MAX_HEADER_BYTES = 128 * 1024;

/**
 * Takes the port first, so that a taken one is reported before anything is written, lets requests
 * wait while the data is prepared, and then lets the program in. A socket that was handed to it is
 * taken last: whoever comes before waits in it.
 */
export async function startServer(config: Config, options: StartOptions): Promise<RunningServer> {
  const room = new WaitingRoom();
  const drain = createDrain();
  const answer = answerOneAtATime((req, res) => {
    drain.watch(res);
    room.handle(req, res);
  });
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, answer);
  const waitsInSocket = inheritedSocket() !== undefined;
  if (!waitsInSocket) await listen(server, config);

  let db: AppDatabase | undefined;
  let tracing: Tracing | undefined;
  try {
    tracing = await openTracing(config, options.logger);
    db = await openAppDatabase(config, tracing?.onQuery);
    const deps = createDeps(withRealPort(config, server), db, options.logger);
    if (!options.isPrepared) await prepareData(deps, options.say);
    followReplica(deps);
    const app = createApp(deps);
    room.open(tracing?.wrap(app, app.routeOf) ?? app);
    if (waitsInSocket) await listen(server, config);
    deps.mailer.follow();
    const stopMaintenance = startMaintenance(deps);
    const stopSchedule = startSchedule(deps);
    const stopRecordings = startRecordingWorker(deps);
    const stopBackups = startWholeBackups(deps, findWholeSetup);
    const stopInbox = startInbox(deps);
    const { brand } = await deps.settings.read();
    return {
      url: urlOf(server, config),
      name: brand.name,
      async close() {
        const drained = drain.end(server, deps.logger);
        stopMaintenance();
        const stops = [app.close, stopSchedule, stopRecordings, stopBackups, stopInbox];
        await Promise.all(stops.map((stop) => stop()));
        await drained;
        await deps.mailer.close();
        await deps.db.close();
        await tracing?.close();
      },
    };
  } catch (error) {
    server.closeAllConnections();
    server.close();
    await db?.close();
    await tracing?.close();
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

/** Not before the database is prepared: until a replica has the same migrations, it does not count. */
function followReplica({ config, db, logger }: ServerDeps): void {
  if (config.DATABASE_REPLICA_URL === undefined) return;
  db.followReplica?.(config.DATABASE_REPLICA_URL, (isUsed, reason) => {
    if (isUsed) logger.info(`what everybody may read is read from the replica: ${reason}`);
    else logger.warn(`the replica is not used: ${reason}`);
  });
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
      // A restarted development server may come before the last one has gone.
      if (triesLeft === 0) throw error;
      await sleep(100);
    }
  }
}

/** With port 0 the site's own address, unless one was given, is known only when the port is taken. */
function withRealPort(config: Config, server: Server): Config {
  const isDefault = server.listening && config.SITE_URL === localUrl(config.PORT);
  return isDefault ? { ...config, SITE_URL: localUrl(portOf(server)) } : config;
}

function urlOf(server: Server, { HOST }: Config): string {
  const isHere = HOST === undefined || HOST === '0.0.0.0';
  return `http://${isHere ? 'localhost' : hostInUrl(HOST)}:${portOf(server)}`;
}

function portOf(server: Server): number {
  // A TCP server that listens has an address of this form.
  return (server.address() as AddressInfo).port;
}

function hostInUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
