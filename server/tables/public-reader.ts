import { ANON } from '#server/core/actor.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { Asker } from './asker.ts';
import type { Registry } from './registry.ts';
import { createTableEngine } from './tables.engine.ts';

const SIGNED_OUT: Asker = {
  actor: ANON,
  lane: 'pages',
  signal: () => new AbortController().signal,
};

/** Rows for the server's own pages, by the policies of somebody who has not signed in. */
export function createPublicReader(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  registry: Registry,
): (url: string) => Promise<string> {
  const engine = createTableEngine({ db, registry, now: () => isoNow(clock) });
  return async (url) => {
    const { body } = await engine.read(url, SIGNED_OUT);
    return body.toString();
  };
}
