import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { Executor } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { monthAfter } from './dashboard.repository.ts';
import {
  countByHour,
  countByStage,
  countSince,
  countTickets,
  listSignIns,
} from './dashboard-charts.repository.ts';
import { lastVisitOf } from './last-visit.ts';
import { mergeSmallDays, type StageSpan } from './stage-spans.ts';

/** Longer periods are read by month, which needs fewer rows. */
const MAX_DAYS = 30;
const NO_PLAYS = { PREGNANCY: 0, BIRTHING: 0, POSTBIRTH: 0 };

/** Plays by stage and by hour of the day. */
export async function readStages(
  db: Executor,
  days: readonly string[],
): Promise<Pick<Dashboard['plays'], 'byStage' | 'byHour'>> {
  const [firstDay = ''] = days;
  const stages = days.length > MAX_DAYS ? await readByMonth(db, days) : await readByDay(db, days);
  return {
    byStage: [...mergeSmallDays(stages)],
    byHour: await countByHour(db, firstDay.slice(0, 7)),
  };
}

export async function readTickets(
  db: Executor,
  dialect: DialectSql,
  days: readonly string[],
): Promise<Dashboard['tickets']['byDay']> {
  const tickets = await countTickets(db, dialect, days[0] ?? '');
  return days.map((day) => ({ day, ...(tickets.get(day) ?? { came: 0, waiting: 0 }) }));
}

async function readByDay(db: Executor, period: readonly string[]): Promise<StageSpan[]> {
  const counted = await countByStage(db, 'day', { from: period[0] ?? '' });
  return period.map((day) => ({ from: day, to: day, ...(counted.get(day) ?? NO_PLAYS) }));
}

/** Reads the days of the first month, then whole months. */
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
    else spans.set(month, { from: day, to: day, ...(months.get(month) ?? NO_PLAYS) });
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

/** New rows since this admin's last visit. */
export async function readSince(db: Executor, caller: Actor): Promise<Dashboard['since']> {
  const at = lastVisitOf(await listSignIns(db, caller.admin?.id));
  return at === null ? null : { at, ...(await countSince(db, at)) };
}
