import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import type { Executor } from '#db/schema/database.ts';

const MOST_PLAYED = 8;

/** Days as '2026-11-21'. */
export interface Period {
  /** First day of the preceding period, which has the same length. */
  readonly before: string;
  readonly from: string;
  readonly to: string;
  /** The day after `to`. */
  readonly end: string;
}

type Counted = 'users' | 'audio_content' | 'favorites' | 'support_tickets';

/** Counts all rows, those created in the period and those created in the preceding one. */
async function countChange(db: Executor, table: Counted, { before, from, end }: Period) {
  const start = (day: string) => `${day}T00:00:00.000Z`;
  return db
    .selectFrom(table)
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>=', start(from))
        .filterWhere('created_at', '<', start(end))
        .as('recent'),
      eb.fn
        .countAll<number>()
        .filterWhere('created_at', '>=', start(before))
        .filterWhere('created_at', '<', start(from))
        .as('before'),
    ])
    .executeTakeFirstOrThrow();
}

export async function countRows(db: Executor, period: Period) {
  const tracks = await countChange(db, 'audio_content', period);
  const { total: _, ...tickets } = await countChange(db, 'support_tickets', period);
  const enabled = await db
    .selectFrom('audio_content')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('enabled', '=', true)
    .executeTakeFirstOrThrow();
  const open = await db
    .selectFrom('support_tickets')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  return {
    people: await countChange(db, 'users', period),
    tracks: { ...tracks, enabled: enabled.count },
    favorites: await countChange(db, 'favorites', period),
    openTickets: open.count,
    tickets,
  };
}

export async function countPlays(db: Executor, period: Period) {
  const days = await db.selectFrom('play_days').selectAll().execute();
  const recent = days.filter(({ day }) => day >= period.from && day < period.end);
  const before = days.filter(({ day }) => day >= period.before && day < period.from);
  const playsIn = (some: typeof days) => sum(some.map(({ plays }) => plays));
  const secondsIn = (some: typeof days) => sum(some.map((day) => day.seconds_started));
  return {
    total: playsIn(days),
    recent: playsIn(recent),
    before: playsIn(before),
    secondsStarted: { recent: secondsIn(recent), before: secondsIn(before) },
    byDay: new Map(recent.map(({ day, plays }) => [day, plays])),
  };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Sums the days of the first month, then whole months. */
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
    // PostgreSQL sums to numeric, which arrives as text.
    plays: Number(total),
  }));
}

/** `2026-12-24` → `2027-01`. */
export function monthAfter(day: string): string {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, month ?? 0, 1)).toISOString().slice(0, 7);
}
