import type { Kysely } from 'kysely';
import type { Dashboard } from '#contract/calls/dashboard.ts';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actor.ts';
import { monthAfter } from './dashboard.repository.ts';
import {
  countByHour,
  countByStage,
  countSince,
  countTickets,
  listEntries,
} from './dashboard-charts.repository.ts';
import { lastVisitOf } from './last-visit.ts';
import { joinSmallDays, type StageSpan } from './stage-spans.ts';

type Executor = Kysely<Database>;

/** Longer than this is told by months, which are few rows to read. */
const MOST_DAYS = 30;
const NOTHING = { PREGNANCY: 0, BIRTHING: 0, POSTBIRTH: 0 };

/** What the dashboard draws, of every day of the period. */
export async function readCharts(
  db: Executor,
  dialect: DialectSql,
  period: readonly string[],
): Promise<{
  plays: Pick<Dashboard['plays'], 'byStage' | 'byHour' | 'hoursFrom'>;
  tickets: Dashboard['tickets'];
}> {
  const [firstDay = ''] = period;
  const firstMonth = firstDay.slice(0, 7);
  const stages =
    period.length > MOST_DAYS ? await readByMonth(db, period) : await readByDay(db, period);
  const tickets = await countTickets(db, dialect, firstDay);
  return {
    plays: {
      byStage: [...joinSmallDays(stages)],
      byHour: await countByHour(db, firstMonth),
      hoursFrom: `${firstMonth}-01`,
    },
    tickets: {
      byDay: period.map((day) => ({ day, ...(tickets.get(day) ?? { came: 0, waiting: 0 }) })),
    },
  };
}

async function readByDay(db: Executor, period: readonly string[]): Promise<StageSpan[]> {
  const counted = await countByStage(db, 'day', { from: period[0] ?? '' });
  return period.map((day) => ({ from: day, to: day, ...(counted.get(day) ?? NOTHING) }));
}

/** The days up to the end of the first month as one, and from then on whole months. */
async function readByMonth(db: Executor, period: readonly string[]): Promise<StageSpan[]> {
  const [firstDay = ''] = period;
  const nextMonth = monthAfter(firstDay);
  const days = await countByStage(db, 'day', { from: firstDay, before: `${nextMonth}-01` });
  const months = await countByStage(db, 'month', { from: nextMonth });
  const spans = new Map<string, StageSpan>();
  for (const day of period) {
    const month = day.slice(0, 7);
    const known = spans.get(month);
    if (known) known.to = day;
    else spans.set(month, { from: day, to: day, ...(months.get(month) ?? NOTHING) });
  }
  const first = spans.get(firstDay.slice(0, 7));
  for (const counts of days.values()) {
    if (!first) break;
    first.PREGNANCY += counts.PREGNANCY;
    first.BIRTHING += counts.BIRTHING;
    first.POSTBIRTH += counts.POSTBIRTH;
  }
  return [...spans.values()];
}

/** What came since this admin was last here. */
export async function readSince(db: Executor, caller: Actor): Promise<Dashboard['since']> {
  const at = lastVisitOf(await listEntries(db, caller.admin?.id));
  return at === null ? null : { at, ...(await countSince(db, at)) };
}
