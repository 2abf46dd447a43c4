import { createServer, type Server } from 'node:http';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import express from 'express';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import type { AppDatabase, Engine } from '#db/open.ts';
import { type Actor, ANON } from '#server/core/actors/actor.ts';
import { systemClock } from '#server/core/clock.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createTablesErrorHandler } from '#server/http/error-handler.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { createResponseCache } from '#server/tables/response-cache.ts';
import { createTablesRouter } from '#server/tables/tables.routes.ts';
import { createTestDatabase, type Rows } from '../databases/create-test-db.ts';
import { listen } from './ports.ts';

export const ADMIN = 'admin';

export interface TablesServer {
  readonly url: string;
  readonly db: AppDatabase;
  /** A request below the tables' base; `as` is a user id, `ADMIN`, or absent for anonymous. */
  request(path: string, init?: RequestInit & { as?: string }): Promise<Response>;
  /** The official client, authenticated as that user. */
  client(as?: string): SupabaseClient;
}

interface Options {
  readonly rows?: Rows;
  readonly inFile?: boolean;
  readonly statementMs?: number;
}

const open = new Set<Server>();

/** Called after each test file. */
export function closeTablesServers(): void {
  for (const http of open) {
    http.closeAllConnections();
    http.close();
  }
  open.clear();
}

/** The table engine alone on a real port; it accepts every bearer token. */
export async function createTablesServer(
  engine: Engine,
  options: Options = {},
): Promise<TablesServer> {
  const db = await createTestDatabase(engine, options.rows, options);
  const originOf = () => '';
  const cache = createResponseCache({ db, anonKey: DEFAULT_ANON_KEY, originOf });
  const app = express();
  app.set('etag', false);
  app.use(
    '/rest/v1',
    createTablesRouter({
      db,
      registry: createAppRegistry(),
      clock: systemClock,
      resolveActor: async (req) => believe(req.get('authorization')),
      addressOf: (req) => req.ip ?? '',
      originOf,
      cache,
    }),
    createTablesErrorHandler(createLogger({ level: 'error', isTerminal: false })),
  );
  const http = createServer({ maxHeaderSize: 1024 * 1024 }, (req, res) => {
    if (!cache.tryCachedResponse(req, res)) app(req, res);
  });
  const url = `http://127.0.0.1:${await listen(http)}`;
  open.add(http);
  return {
    url,
    db,
    request: (path, { as, ...init } = {}) => {
      const headers = new Headers(init.headers);
      if (as !== undefined) headers.set('authorization', `Bearer ${as}`);
      if (init.body !== undefined && !headers.has('content-type')) {
        headers.set('content-type', 'application/json');
      }
      return fetch(`${url}/rest/v1${path}`, { ...init, headers });
    },
    client: (as) =>
      createClient(url, DEFAULT_ANON_KEY, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
        global: { headers: as === undefined ? {} : { Authorization: `Bearer ${as}` } },
      }),
  };
}

function believe(authorization: string | undefined): Actor {
  const name = authorization?.slice('Bearer '.length);
  if (name === undefined || name === DEFAULT_ANON_KEY) return ANON;
  if (name === ADMIN) return { role: 'service_role', userId: null, sessionId: null };
  return { role: 'authenticated', userId: name, sessionId: null };
}
