import { SEARCH_HITS, type SearchResponse } from '#contract/calls/search.ts';
import { withTypos, wordsOf } from '#contract/constants/fuzzy-search.ts';
import { parseTicketReference } from '#contract/constants/ticket-reference.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { mayAs } from '#server/core/actors/admin-role.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { longReads } from '#server/core/long-reads.ts';
import {
  findPeopleByAddress,
  findPeopleByName,
  findTickets,
  findTracks,
  type Reader,
  type SearchText,
} from './search.repository.ts';

/** The first tracks, users and tickets that contain the words, ignoring case. */
export async function searchAdminArea(
  { db: database }: Pick<ServerDeps, 'db'>,
  actor: Actor,
  text: string,
): Promise<SearchResponse> {
  const reader = { db: longReads(database, 'admin'), sql: database.sql };
  const words = wordsOf(text);
  if (words.length === 0) return { tracks: [], people: [], tickets: [] };
  const isEmpty = (found: SearchResponse) =>
    Object.values(found).every((rows) => rows.length === 0);
  return withTypos(words, isEmpty, (patterns) =>
    searchFor(reader, actor, text, { words, patterns }),
  );
}

async function searchFor(
  reader: Reader,
  actor: Actor,
  text: string,
  search: SearchText,
): Promise<SearchResponse> {
  // Editors may only search tracks.
  if (!mayAs(actor, 'read', 'people')) {
    return { tracks: await findTracks(reader, search), people: [], tickets: [] };
  }
  const [tracks, byAddress, byName] = await Promise.all([
    findTracks(reader, search),
    findPeopleByAddress(reader, search),
    findPeopleByName(reader, search),
  ]);
  const people = new Map([...byAddress, ...byName].map((person) => [person.id, person]));
  const found = [...people.values()].slice(0, SEARCH_HITS);
  const from = found.map(({ id }) => id);
  const tickets = await findTickets(reader, { id: parseTicketReference(text), from, search });
  return {
    tracks,
    people: found.map(({ id, email, name }) => ({ id, email: email ?? '', name: name ?? '' })),
    tickets: tickets.map((ticket) => ({ ...ticket, email: ticket.email ?? '' })),
  };
}
