import type { Expression } from 'kysely';
import { SEARCH_HITS, type SearchResponse } from '#contract/calls/search.ts';
import { likePattern } from '#contract/constants/fuzzy-search.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';

export interface Reader {
  readonly db: Executor;
  readonly sql: DialectSql;
}

/** Matches if the text contains every word; the fallback search also matches similar words. */
export interface SearchText {
  readonly words: readonly string[];
  /** Regular expressions used instead of the words. */
  readonly patterns?: readonly string[] | undefined;
}

/** Conditions for every word. Email addresses use `like`, because they are stored in lower case. */
const containsAll = (
  { sql }: Reader,
  text: Expression<unknown>,
  { words, patterns }: SearchText,
  compare: DialectSql['like'] = sql.ilike,
) =>
  patterns
    ? patterns.map((pattern) => sql.matches(text, pattern, true))
    : words.map((word) =>
        compare(text, likePattern(compare === sql.like ? word.toLowerCase() : word)),
      );

/** Scans an index in result order and stops at the last row shown. */
export function findTracks(reader: Reader, search: SearchText): Promise<SearchResponse['tracks']> {
  return reader.db
    .selectFrom('audio_content')
    .select(['id', 'title', 'enabled'])
    .where((eb) => eb.and(containsAll(reader, eb.ref('title'), search)))
    .orderBy('title')
    .orderBy('id')
    .limit(SEARCH_HITS)
    .execute();
}

export function findPeopleByAddress(reader: Reader, search: SearchText) {
  return reader.db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'users.email', 'profiles.username as name'])
    .where((eb) => eb.and(containsAll(reader, eb.ref('users.email'), search, reader.sql.like)))
    .orderBy('users.email')
    .limit(SEARCH_HITS)
    .execute();
}

export function findPeopleByName(reader: Reader, search: SearchText) {
  return reader.db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['users.id', 'users.email', 'profiles.username as name'])
    .where((eb) => eb.and(containsAll(reader, eb.ref('profiles.username'), search)))
    .limit(SEARCH_HITS)
    .execute();
}

export interface WantedTickets {
  /** Typed ticket reference, if any. */
  readonly id: number | undefined;
  /** Matching users, whose tickets match too. */
  readonly from: readonly string[];
  readonly search: SearchText;
}

export function findTickets(
  reader: Reader,
  { id, from, search }: WantedTickets,
): Promise<SearchResponse['tickets']> {
  return reader.db
    .selectFrom('support_tickets')
    .innerJoin('users', 'users.id', 'support_tickets.user_id')
    .select(['support_tickets.id', 'subject', 'status', 'users.email'])
    .where((eb) =>
      eb.or([
        eb.and(containsAll(reader, eb.ref('subject'), search)),
        ...(id === undefined ? [] : [eb('support_tickets.id', '=', id)]),
        ...(from.length === 0 ? [] : [eb('support_tickets.user_id', 'in', from)]),
      ]),
    )
    .orderBy('support_tickets.id', 'desc')
    .limit(SEARCH_HITS)
    .execute();
}
