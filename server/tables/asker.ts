import type { ServerResponse } from 'node:http';
import type { Actor } from '#server/core/actor.ts';

/** Whoever waits for an answer. */
export interface Asker {
  readonly actor: Actor;
  /** One person, or one address of visitors: what is shared out among many is counted by it. */
  readonly lane: string;
  /** The network she asks from; many accounts of one share its turns. */
  readonly network?: string;
  /** Tells when nobody waits any more; made only for reads that could be ended by it. */
  signal(): AbortSignal;
  /** The last change that an answer all share must show; a copy of the database that has it may give such an answer. */
  readonly mustSee?: number | undefined;
}

export function createAsker(actor: Actor, address: string, res: ServerResponse): Asker {
  return {
    actor,
    lane: actor.userId ?? `${actor.role} ${address}`,
    network: address,
    signal() {
      const gone = new AbortController();
      if (res.destroyed) gone.abort();
      else res.once('close', () => gone.abort());
      return gone.signal;
    },
  };
}
