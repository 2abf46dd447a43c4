import { ANON } from '#server/core/actors/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { readTable } from './read/read.ts';
import type { Registry } from './registry.ts';
import { type Caller, readTableRequest } from './table-request.ts';

const ANONYMOUS_CALLER: Caller = {
  actor: ANON,
  origin: '',
  network: () => 'pages',
  signal: () => new AbortController().signal,
};

/** Reads rows for server-rendered pages, with the policies of an anonymous reader. */
export function createPublicReader(
  { db, clock }: Pick<ServerDeps, 'db' | 'clock'>,
  registry: Registry,
): (url: string) => Promise<string> {
  const deps = { db, registry, clock };
  return async (url) => {
    const request = readTableRequest({ method: 'GET', url, headers: {} });
    const { body } = await readTable(deps, request, ANONYMOUS_CALLER);
    return body.toString();
  };
}
