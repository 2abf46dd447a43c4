import { sql } from 'kysely';
import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';
import { SMALL_GROUP, type StageSpan } from './stage-spans.ts';

/** Plays by stage, for each day or month that had plays. */
export async function countByStage(
  db: Executor,
  span: 'day' | 'month',
  { from, before }: { from: string; before?: string },
): Promise<ReadonlyMap<string, Omit<StageSpan, 'from' | 'to'>>> {
  // Groups by a prefix of the primary key only, so that the database need not sort.
  const of = (stage: string) =>
    sql<number>`sum(case when audio_content.category = ${stage} then play_counts.plays else 0 end)`;
  const rows = await db
    .selectFrom('play_counts')
    .innerJoin('audio_content', 'audio_content.id', 'play_counts.content_id')
    .select([
      'play_counts.starts',
      of('PREGNANCY').as('pregnancy'),
      of('BIRTHING').as('birthing'),
      of('POSTBIRTH').as('postbirth'),
    ])
    .where('play_counts.span', '=', span)
    .where('play_counts.starts', '>=', from)
    .$if(before !== undefined, (query) => query.where('play_counts.starts', '<', before ?? ''))
    .groupBy('play_counts.starts')
    .execute();
  // PostgreSQL sums to numeric, which arrives as text.
  return new Map(
    rows.map(({ starts, pregnancy, birthing, postbirth }) => [
      starts,
      {
        PREGNANCY: Number(pregnancy),
        BIRTHING: Number(birthing),
        POSTBIRTH: Number(postbirth),
      },
    ]),
  );
}

/** Plays by hour of the day since `fromMonth`. One to four plays are null, so that no one is recognised. */
export async function countByHour(
  db: Executor,
  fromMonth: string,
): Promise<Dashboard['plays']['byHour']> {
  const rows = await db
    .selectFrom('play_hours')
    .select((eb) => ['hour', eb.fn.sum<number>('plays').as('total')])
    .where('month', '>=', fromMonth)
    .groupBy('hour')
    .execute();
  const counted = new Map(rows.map(({ hour, total }) => [hour, Number(total)]));
  return Array.from({ length: 24 }, (_, hour) => {
    const plays = counted.get(hour) ?? 0;
    return { hour, plays: plays > 0 && plays < SMALL_GROUP ? null : plays };
  });
}

/** Tickets per day, and how many of them are unanswered. */
export async function countTickets(
  db: Executor,
  dialect: DialectSql,
  since: string,
): Promise<ReadonlyMap<string, { came: number; waiting: number }>> {
  const day = sql<string>`substr(${dialect.toText(sql.ref('created_at'), 'timestamp')}, 1, 10)`;
  const rows = await db
    .selectFrom('support_tickets')
    .select((eb) => [
      day.as('day'),
      eb.fn.countAll<number>().as('came'),
      sql<number>`sum(case when status = 'open' then 1 else 0 end)`.as('waiting'),
    ])
    .where('created_at', '>=', `${since}T00:00:00.000Z`)
    .groupBy(day)
    .execute();
  return new Map(rows.map((row) => [row.day, { came: row.came, waiting: Number(row.waiting) }]));
}

const MAX_SIGN_INS = 50;

/** Sign-in times of this admin; without an id, those of the shared password. Newest first. */
export async function listSignIns(
  db: Executor,
  adminId: string | undefined,
): Promise<readonly string[]> {
  const [table, id] = adminId === undefined ? ['admin_area', 'admin'] : ['admin_people', adminId];
  const rows = await db
    .selectFrom('audit_log')
    .select('created_at')
    .where('table_name', '=', table)
    .where('row_id', '=', id)
    .where('action', '=', 'enter')
    .orderBy('id', 'desc')
    .limit(MAX_SIGN_INS)
    .execute();
  return rows.map((row) => row.created_at);
}

/** New rows of each kind since the moment. */
export async function countSince(
  db: Executor,
  moment: string,
): Promise<Omit<NonNullable<Dashboard['since']>, 'at'>> {
  const count = async (table: 'users' | 'support_tickets' | 'favorites' | 'deletion_requests') => {
    const found = await db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('created_at', '>', moment)
      .executeTakeFirstOrThrow();
    return found.count;
  };
  return {
    people: await count('users'),
    tickets: await count('support_tickets'),
    favorites: await count('favorites'),
    deletions: await count('deletion_requests'),
  };
}
