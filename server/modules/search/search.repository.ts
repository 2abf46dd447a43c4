import type { Kysely } from 'kysely';
import { SEARCH_HITS, type SearchAnswer } from '#contract/calls/search.ts';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';

interface Reader {
  readonly db: Kysely<Database>;
  readonly sql: DialectSql;
}

/** Each walks an index in the order of its answer and ends with the last row that is shown. */
export function findTracks({ db, sql }: Reader, pattern: string): Promise<SearchAnswer['tracks']> {
  return db
    .selectFrom('audio_content')
    .select(['id', 'title', 'enabled'])
    .where((eb) => sql.ilike(eb.ref('title'), pattern))
    .orderBy('title')
    .orderBy('id')
    .limit(SEARCH_HITS)
    .execute();
}

/** Addresses are kept in lower case, and compared without a look at every script. */
export async function findPeopleByAddress({ db, sql }: Reader, pattern: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .select(['users.id', 'users.email', 'profiles.username as name'])
    .where((eb) => sql.like(eb.ref('users.email'), pattern.toLowerCase()))
    .orderBy('users.email')
    .limit(SEARCH_HITS)
    .execute();
}

export async function findPeopleByName({ db, sql }: Reader, pattern: string) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.id')
    .select(['users.id', 'users.email', 'profiles.username as name'])
    .where((eb) => sql.ilike(eb.ref('profiles.username'), pattern))
    .limit(SEARCH_HITS)
    .execute();
}

export interface WantedTickets {
  /** The reference, if one was typed. */
  readonly id: number | undefined;
  /** People who were found: their tickets are found with them. */
  readonly from: readonly string[];
  readonly pattern: string;
}

export function findTickets(
  { db, sql }: Reader,
  { id, from, pattern }: WantedTickets,
): Promise<SearchAnswer['tickets']> {
  return db
    .selectFrom('support_tickets')
    .innerJoin('users', 'users.id', 'support_tickets.user_id')
    .select(['support_tickets.id', 'subject', 'status', 'users.email'])
    .where((eb) =>
      eb.or([
        sql.ilike(eb.ref('subject'), pattern),
        ...(id === undefined ? [] : [eb('support_tickets.id', '=', id)]),
        ...(from.length === 0 ? [] : [eb('support_tickets.user_id', 'in', from)]),
      ]),
    )
    .orderBy('support_tickets.id', 'desc')
    .limit(SEARCH_HITS)
    .execute();
}
