import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { RELATIVE_ADDRESSES } from '#contract/constants/pages/paths.ts';
import type { AppDatabase, Engine } from '#db/open.ts';
import { createApp } from '#server/app.ts';
import type { Clock } from '#server/core/clock.ts';
import { type Config, parseConfig } from '#server/core/config/config.ts';
import { createLiveSettings } from '#server/core/config/live-settings.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createMailer } from '#server/modules/mail/mailer.ts';
import { createStore } from '#server/modules/storage/stores/create-store.ts';
import { createTestDatabase, type Rows } from '../databases/create-test-db.ts';
import { type ReceivedMail, readOutbox } from './outbox.ts';
import { listen } from './ports.ts';

export interface TestClock extends Clock {
  /** Advances the server's clock only. */
  advance(ms: number): void;
  /** Stops the server's clock: from here on only `advance` moves it. */
  stop(): void;
}

export interface TestServerOptions {
  engine?: Engine;
  /** Overrides the defaults. By default rate limits are off and plays are logged. */
  config?: Partial<Config>;
  rows?: Rows;
  /** Overrides the real dependencies, e.g. with a mailer that fails. */
  deps?: Partial<ServerDeps>;
}

export interface TestServer {
  readonly url: string;
  readonly deps: ServerDeps;
  readonly db: AppDatabase;
  readonly clock: TestClock;
  /** Every mail so far, oldest first. */
  outbox(): ReceivedMail[];
  /** The official client, anonymous unless `bearer` is given. */
  supabase(bearer?: string): SupabaseClient;
  close(): Promise<void>;
}

const open = new Set<TestServer>();

/** Called after each test file. */
export async function closeTestServers(): Promise<void> {
  for (const server of open) await server.close();
}

function createTestClock(): TestClock {
  let ahead = 0;
  let stoppedAt: number | undefined;
  return {
    now: () => (stoppedAt ?? Date.now()) + ahead,
    advance(ms) {
      ahead += ms;
    },
    stop() {
      stoppedAt ??= Date.now();
    },
  };
}

/**
 * The real server on a real port, with a separate database and an empty data folder. A server that the test does not
 * close is closed after the test file.
 */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-test-'));
  const http = createServer();
  const url = `http://127.0.0.1:${await listen(http)}`;
  const config: Config = {
    ...parseConfig({ DATA_DIR: dataDir, SITE_URL: url, LOG_LEVEL: 'silent', AUTH_RATE_LIMIT: '0' }),
    PLAY_LOG_CONSENT: 'on',
    ...options.config,
  };
  const clock = createTestClock();
  const logger = createLogger({ level: config.LOG_LEVEL, isTerminal: false });
  const db = await createTestDatabase(options.engine ?? 'sqlite', options.rows);
  const deps: ServerDeps = {
    config,
    db,
    clock,
    logger,
    mailer: createMailer({ config, db, clock, logger }),
    store: createStore(config),
    settings: createLiveSettings({ config, db: options.deps?.db ?? db, logger }),
    ...options.deps,
  };
  const app = createApp(deps);
  http.on('request', app);
  http.on('upgrade', app.upgrade);
  const server: TestServer = {
    url,
    deps,
    db,
    clock,
    outbox: () => readOutbox(dataDir),
    supabase: (bearer) => createTestClient(url, config.ANON_KEY, bearer),
    async close() {
      open.delete(server);
      await app.close();
      http.closeAllConnections();
      http.close();
      await db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  open.add(server);
  return server;
}

function createTestClient(url: string, anonKey: string, bearer?: string): SupabaseClient {
  return createClient(url, anonKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: {
      headers: {
        // Our own pages send this header; absolute-addresses.test.ts covers clients without it.
        Prefer: RELATIVE_ADDRESSES,
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      },
    },
  });
}
