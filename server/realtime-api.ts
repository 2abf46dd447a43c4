import type { IncomingMessage } from 'node:http';
import type { Actor, ResolveActor } from './core/actors/actor.ts';
import type { ServerDeps } from './core/deps.ts';
import type { Metrics } from './core/telemetry/metrics.ts';
import { createTablesErrorSender } from './http/error-handler.ts';
import { findAudience } from './modules/people/profiles.repository.ts';
import { createFindChangeTable } from './realtime/change-table.ts';
import { createRealtime } from './realtime/changes.routes.ts';
import type { Registry } from './tables/registry.ts';
import type { OriginOf } from './tables/table-request.ts';

interface RealtimeParts {
  readonly resolveActor: ResolveActor;
  readonly registry: Registry;
  /** Refreshes the column masks that apply to change events. */
  readonly refreshMasks: () => Promise<void>;
  /** Client address by Express' proxy rules. */
  readonly addressOf: (req: IncomingMessage) => string;
  readonly originOf: OriginOf;
  readonly metrics: Metrics;
}

export function createRealtimeApi(deps: ServerDeps, parts: RealtimeParts) {
  const { resolveActor, registry, refreshMasks, addressOf, originOf } = parts;
  const realtime = createRealtime(deps, {
    findTable: createFindChangeTable(registry),
    resolveActor: async (req) => ({
      ...(await withAudience(deps, await resolveActor(req))),
      origin: originOf(req),
    }),
    addressOf,
    refreshMasks,
    sendError: createTablesErrorSender(deps.logger),
  });
  const streams = { name: 'event_streams_open', help: 'Open event streams.' };
  parts.metrics.addGauge(streams, realtime.streamCount);
  return realtime;
}

/** Streams check rows in memory, so the actor needs the audience that a read would query. */
async function withAudience({ db }: ServerDeps, actor: Actor): Promise<Actor> {
  if (actor.userId === null) return actor;
  return { ...actor, audience: await findAudience(db.kysely, actor.userId) };
}
