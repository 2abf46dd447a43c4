import { ANON } from '#server/core/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { Asker } from './asker.ts';
import type { Registry } from './registry.ts';
import { createSharedChanges } from './shared-changes.ts';
import { createTableEngine } from './tables.engine.ts';

const SIGNED_OUT: Asker = {
  actor: ANON,
  lane: 'pages',
  signal: () => new AbortController().signal,
};

/** Rows for the server's own pages as they are at a change of the log or later, by the policies of somebody who has not signed in. */
export function createPublicReader(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  registry: Registry,
): (url: string, latestId: number) => Promise<string> {
  const engine = createTableEngine({ db, registry, now: () => isoNow(clock) });
  const lastShared = createSharedChanges(db, registry);
  return async (url, latestId) => {
    const asker = { ...SIGNED_OUT, mustSee: await lastShared(latestId) };
    const { body } = await engine.read(url, asker);
    return body.toString();
  };
}
