import type { IncomingMessage, RequestListener } from 'node:http';
import { API_PATHS } from '#contract/words/paths.ts';
import type { Actor } from './core/actor.ts';
import type { ResolveActor } from './core/actor-resolver.ts';
import type { ServerDeps } from './core/deps.ts';
import { crossOriginHeaders } from './http/cors.ts';
import { createTablesErrorSender } from './http/error-handler.ts';
import type { Metrics } from './http/metrics.ts';
import { findAudience } from './modules/people/profiles.repository.ts';
import { createPublicObjects, type StorageParts } from './modules/storage/storage.routes.ts';
import { createRealtime } from './realtime/changes.routes.ts';
import { createFindChangeTable } from './realtime/published-tables.ts';
import { type AnswerCache, createAnswerCache } from './tables/answer-cache.ts';
import type { Registry } from './tables/registry.ts';

interface LaneParts {
  readonly resolveActor: ResolveActor;
  readonly registry: Registry;
  readonly files: StorageParts;
  /** Brings up to date what columns of change events are masked by. */
  readonly refreshMasks: () => Promise<void>;
  readonly metrics: Metrics;
  /** Whose connection it is, by Express' rules about proxies. */
  readonly addressOf: (req: IncomingMessage) => string;
}

interface FastLanes {
  readonly cache: AnswerCache;
  /** What the server does most, answered before what the rest of it needs (docs/decisions/0031). */
  before(rest: RequestListener): RequestListener;
  /** Ends the event streams. */
  close(): void;
}

export function createFastLanes(deps: ServerDeps, parts: LaneParts): FastLanes {
  const { resolveActor, registry, files, metrics, addressOf } = parts;
  const realtime = createRealtime(deps, {
    findTable: createFindChangeTable(registry),
    resolveActor: async (req) => withAudience(deps, await resolveActor(req)),
    addressOf,
    refreshMasks: parts.refreshMasks,
    sendError: createTablesErrorSender(deps.logger),
  });
  metrics.addGauge(
    { name: 'event_streams_open', help: 'Open event streams.' },
    realtime.streamCount,
  );
  const cache = createAnswerCache({
    db: deps.db,
    anonKey: deps.config.ANON_KEY,
    mountPath: API_PATHS.tables,
    commonHeaders: (req) => ({ ...crossOriginHeaders(req), 'X-Content-Type-Options': 'nosniff' }),
  });
  const publicObjects = createPublicObjects(deps, files);
  return {
    cache,
    before: (rest) => (req, res) => {
      if (realtime.handle(req, res)) return;
      metrics.count(req, res);
      if (!cache.tryCachedAnswer(req, res) && !publicObjects(req, res)) rest(req, res);
    },
    close: () => realtime.close(),
  };
}

/** A stream judges rows in hand, so it has to know of its reader what a read would look up. */
async function withAudience({ db }: ServerDeps, actor: Actor): Promise<Actor> {
  if (actor.userId === null) return actor;
  return { ...actor, audience: await findAudience(db.kysely, actor.userId) };
}
