import { statfs } from 'node:fs/promises';
import type { Dashboard } from '#contract/calls/dashboard.ts';
import { databaseSize } from '#db/database-size.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { Actor } from '#server/core/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { longReads } from '#server/core/long-reads.ts';
import {
  findLastBackup,
  tellOfWholeBackups,
} from '#server/modules/backups/last-backup.usecases.ts';
import { readInbox } from '#server/modules/inbox/inbox.usecases.ts';
import { countDeletions, countPlays, countRows, listMostPlayed } from './dashboard.repository.ts';
import { readCharts, readSince } from './read-charts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const BACKUP_WITHIN_MS = 7 * DAY_MS;
/** From receipt to decision; the erasure itself has its own date, set by the approval. */
const DECIDE_WITHIN_MS = 28 * DAY_MS;

/** The last `days` days, of which today is one, in UTC. */
export async function readDashboard(
  deps: ServerDeps,
  storageSize: () => Promise<number>,
  { days, caller }: { days: number; caller: Actor },
): Promise<Dashboard> {
  const { db, clock, config, mailer } = deps;
  const now = clock.now();
  const period = Array.from({ length: days }, (_, at) => dayOf(now - (days - 1 - at) * DAY_MS));
  const firstDay = period[0] ?? dayOf(now);
  // One after the other: all at once they would be the crowd that is told to come again.
  const reading = longReads(db, 'admin');
  const rows = await countRows(reading, firstDay);
  const plays = await countPlays(reading, firstDay);
  const mostPlayed = await listMostPlayed(reading, firstDay);
  const charts = await readCharts(reading, db.sql, period);
  const deletions = await countDeletions(reading);
  const since = await readSince(reading, caller);
  const { state: inbox } = await readInbox(deps);
  const [disk, databaseBytes, storageBytes, backups] = await Promise.all([
    readDisk(config.DATA_DIR),
    databaseSize(db),
    storageSize(),
    readBackups(deps),
  ]);
  const { oldestWaiting, nextDue, ...counts } = deletions;
  return {
    ...rows,
    plays: {
      total: plays.total,
      recent: plays.recent,
      recentSecondsStarted: plays.recentSecondsStarted,
      byDay: period.map((day) => ({ day, plays: plays.byDay.get(day) ?? 0 })),
      mostPlayed,
      ...charts.plays,
    },
    tickets: charts.tickets,
    since,
    deletions: {
      ...counts,
      decideBy: oldestWaiting && dayOf(Date.parse(oldestWaiting) + DECIDE_WITHIN_MS),
      eraseBy: nextDue && dayOf(Date.parse(nextDue)),
    },
    disk: { ...disk, databaseBytes, storageBytes },
    mails: config.WEB_CONCURRENCY === 1 ? (mailer.state?.() ?? null) : null,
    inbox,
    version: packageJson.version,
    ...backups,
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function readBackups(
  deps: ServerDeps,
): Promise<Pick<Dashboard, 'lastBackupAt' | 'isBackupDue' | 'wholeBackups'>> {
  const { config, clock } = deps;
  const lastBackupAt = await findLastBackup(deps);
  const wholeBackups = await tellOfWholeBackups(deps);
  const isHere = config.DATABASE_URL === undefined && wholeBackups === null;
  return {
    lastBackupAt,
    isBackupDue: isHere && isBackupOld(lastBackupAt, clock.now()),
    wholeBackups,
  };
}

function isBackupOld(at: string | null, now: number): boolean {
  return at === null || Date.parse(at) < now - BACKUP_WITHIN_MS;
}

async function readDisk(
  folder: string,
): Promise<Pick<Dashboard['disk'], 'freeBytes' | 'totalBytes'>> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}
