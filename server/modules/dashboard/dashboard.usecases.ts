import { statfs } from 'node:fs/promises';
import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import { databaseSize } from '#db/database-size.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { Actor } from '#server/core/actors/actor.ts';
import { DAY_MS } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { longReads } from '#server/core/long-reads.ts';
import type { Mailer } from '#server/core/mail/mailer.ts';
import { findLastBackup } from '#server/modules/backups/last-backup.usecases.ts';
import { countPlays, countRows, listMostPlayed } from './dashboard.repository.ts';
import { readSince, readStages, readTickets } from './read-charts.ts';

interface Question {
  readonly days: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The last `days` days in UTC, including today, or a range of days. */
export async function readDashboard(
  deps: ServerDeps,
  storageSize: () => Promise<number>,
  { caller, ...asked }: Question & { caller: Actor },
): Promise<Dashboard> {
  const { db, clock, config, mailer } = deps;
  const { days, period } = readPeriod(asked, clock.now());
  const isRange = asked.from !== undefined;
  // Sequential, so that the reads do not exceed the concurrency limit.
  const reading = longReads(db, 'admin');
  const { tickets, ...rows } = await countRows(reading, period);
  const plays = await countPlays(reading, period);
  const mostPlayed = isRange ? [] : await listMostPlayed(reading, period.from);
  const stages = isRange ? NO_STAGES : await readStages(reading, days);
  const since = await readSince(reading, caller);
  const [disk, databaseBytes, storageBytes, lastBackupAt] = await Promise.all([
    readDisk(config.DATA_DIR),
    databaseSize(db),
    storageSize(),
    findLastBackup(deps),
  ]);
  return {
    ...rows,
    period,
    plays: {
      ...plays,
      byDay: days.map((day) => ({ day, plays: plays.byDay.get(day) ?? 0 })),
      mostPlayed,
      ...stages,
      hoursFrom: monthOf(period.from),
    },
    tickets: { ...tickets, byDay: await readTickets(reading, db.sql, days) },
    since,
    disk: { ...disk, databaseBytes, storageBytes },
    mails: config.WEB_CONCURRENCY === 1 ? await countMails(mailer) : null,
    version: packageJson.version,
    lastBackupAt,
  };
}

/** Null without a mail server. */
async function countMails(mailer: Mailer) {
  const [waiting, failed] = [await mailer.countWaiting?.(), mailer.countFailed?.()];
  return waiting === undefined || failed === undefined ? null : { waiting, failed };
}

const NO_STAGES = { byStage: [], byHour: [] };
const monthOf = (day: string) => `${day.slice(0, 7)}-01`;

function readPeriod({ days, from, to }: Question, now: number) {
  const last = to === undefined ? Date.parse(dayOf(now)) : Date.parse(to);
  const first = from === undefined ? last - (days - 1) * DAY_MS : Date.parse(from);
  const length = (last - first) / DAY_MS + 1;
  return {
    days: Array.from({ length }, (_, at) => dayOf(first + at * DAY_MS)),
    period: {
      before: dayOf(first - length * DAY_MS),
      from: dayOf(first),
      to: dayOf(last),
      end: dayOf(last + DAY_MS),
    },
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function readDisk(
  folder: string,
): Promise<Pick<Dashboard['disk'], 'freeBytes' | 'totalBytes'>> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
