import type { Kysely } from 'kysely';
import type { Dashboard } from '#contract/calls/dashboard.ts';
import type { Database } from '#db/schema/database.ts';

type Executor = Kysely<Database>;

const MOST_PLAYED = 8;

/** What lies around, and how much of it is new since the day. */
export async function countRows(
  db: Executor,
  since: string,
): Promise<Pick<Dashboard, 'people' | 'tracks' | 'favorites' | 'openTickets'>> {
  const people = await db
    .selectFrom('users')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb
        .selectFrom('users')
        .select(eb.fn.countAll<number>().as('count'))
        .where('created_at', '>=', `${since}T00:00:00.000Z`)
        .as('recent'),
    ])
    .executeTakeFirstOrThrow();
  const tracks = await db
    .selectFrom('audio_content')
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb
        .selectFrom('audio_content')
        .select(eb.fn.countAll<number>().as('count'))
        .where('enabled', '=', true)
        .as('enabled'),
    ])
    .executeTakeFirstOrThrow();
  const favorites = await db
    .selectFrom('favorites')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const tickets = await db
    .selectFrom('support_tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return {
    people: { total: people.total, recent: people.recent ?? 0 },
    tracks: { total: tracks.total, enabled: tracks.enabled ?? 0 },
    favorites: favorites.count,
    openTickets: tickets.count,
  };
}

interface PlayFigures {
  total: number;
  recent: number;
  recentSecondsStarted: number;
  byDay: ReadonlyMap<string, number>;
}

export async function countPlays(db: Executor, since: string): Promise<PlayFigures> {
  const days = await db.selectFrom('play_days').selectAll().execute();
  const recent = days.filter(({ day }) => day >= since);
  return {
    total: sum(days.map(({ plays }) => plays)),
    recent: sum(recent.map(({ plays }) => plays)),
    recentSecondsStarted: sum(recent.map(({ seconds_started }) => seconds_started)),
    byDay: new Map(recent.map(({ day, plays }) => [day, plays])),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** The days up to the end of the first month, and from then on whole months. */
export async function listMostPlayed(
  db: Executor,
  since: string,
): Promise<Dashboard['plays']['mostPlayed']> {
  const nextMonth = monthAfter(since);
  const counted = await db
    .selectFrom('play_counts')
    .select((eb) => ['content_id', eb.fn.sum<number>('plays').as('total')])
    .where((eb) =>
      eb.or([
        eb.and([
          eb('span', '=', 'day'),
          eb('starts', '>=', since),
          eb('starts', '<', `${nextMonth}-01`),
        ]),
        eb.and([eb('span', '=', 'month'), eb('starts', '>=', nextMonth)]),
      ]),
    )
    .groupBy('content_id')
    .orderBy('total', 'desc')
    .orderBy('content_id')
    .limit(MOST_PLAYED)
    .execute();
  if (counted.length === 0) return [];
  const ids = counted.map(({ content_id }) => content_id);
  const tracks = await db
    .selectFrom('audio_content')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .execute();
  const titles = new Map(tracks.map(({ id, title }) => [id, title]));
  return counted.map(({ content_id: id, total }) => ({
    id,
    title: titles.get(id) ?? '',
    // PostgreSQL adds up to a numeric, which arrives as text.
    plays: Number(total),
  }));
}

/** `2026-12-24` → `2027-01`. */
export function monthAfter(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 1)).toISOString().slice(0, 7);
}

interface DeletionFigures {
  waiting: number;
  oldestWaiting: string | null;
  approved: number;
  nextDue: string | null;
}

export async function countDeletions(db: Executor): Promise<DeletionFigures> {
  const waiting = await db
    .selectFrom('deletion_requests')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('created_at').as('oldest'),
    ])
    .where('status', 'in', ['received', 'confirmed'])
    .executeTakeFirstOrThrow();
  const approved = await db
    .selectFrom('deletion_requests')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('due_at').as('due'),
    ])
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
  return {
    waiting: waiting.count,
    oldestWaiting: waiting.oldest,
    approved: approved.count,
    nextDue: approved.due,
  };
}
