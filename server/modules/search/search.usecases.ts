import { SEARCH_HITS, type SearchAnswer } from '#contract/calls/search.ts';
import { parseTicketReference } from '#contract/words/ticket-reference.ts';
import type { Actor } from '#server/core/actor.ts';
import { mayAtTable } from '#server/core/admin-role.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { longReads } from '#server/core/long-reads.ts';
import {
  findPeopleByAddress,
  findPeopleByName,
  findTickets,
  findTracks,
} from './search.repository.ts';

/** What of tracks, people and tickets holds the words, in any case; of each kind the first few. */
export async function searchDesk(
  { db: database }: Pick<ServerDeps, 'db'>,
  actor: Actor,
  text: string,
): Promise<SearchAnswer> {
  const reader = { db: longReads(database, 'admin'), sql: database.sql };
  const pattern = `%${text.replaceAll('\u0000', '').replace(/[\\%_]/g, '\\$&')}%`;
  // An editor looks for tracks, and is told of nobody.
  if (!mayAtTable(actor, 'read', 'profiles')) {
    return { tracks: await findTracks(reader, pattern), people: [], tickets: [] };
  }
  const [tracks, byAddress, byName] = await Promise.all([
    findTracks(reader, pattern),
    findPeopleByAddress(reader, pattern),
    findPeopleByName(reader, pattern),
  ]);
  const people = new Map([...byAddress, ...byName].map((person) => [person.id, person]));
  const found = [...people.values()].slice(0, SEARCH_HITS);
  const from = found.map(({ id }) => id);
  const tickets = await findTickets(reader, { id: parseTicketReference(text), from, pattern });
  return {
    tracks,
    people: found.map(({ id, email, name }) => ({ id, email: email ?? '', name: name ?? '' })),
    tickets: tickets.map((ticket) => ({ ...ticket, email: ticket.email ?? '' })),
  };
}
