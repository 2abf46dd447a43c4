import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Dashboard } from '#contract/admin-dashboard.ts';
import packageJson from '#package.json' with { type: 'json' };
import type { ServerDeps } from '#server/core/deps.ts';
import {
  countDeletions,
  countPlays,
  countRows,
  listMostPlayed,
} from './admin-dashboard.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** From receipt to decision; the erasure itself has its own date, set by the approval. */
const DECIDE_WITHIN_MS = 28 * DAY_MS;

/** The last `days` days, of which today is one, in UTC. */
export async function readDashboard(
  { db, clock, config }: ServerDeps,
  days: number,
): Promise<Dashboard> {
  const now = clock.now();
  const period = Array.from({ length: days }, (_, at) => dayOf(now - (days - 1 - at) * DAY_MS));
  const firstDay = period[0] ?? dayOf(now);
  const [rows, plays, mostPlayed, deletions, disk, lastBackupAt] = await Promise.all([
    countRows(db, firstDay),
    countPlays(db, firstDay),
    listMostPlayed(db, firstDay),
    countDeletions(db),
    readDisk(config.DATA_DIR),
    findLastBackup(join(config.DATA_DIR, 'backups')),
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
    },
    deletions: {
      ...counts,
      decideBy: oldestWaiting && dayOf(Date.parse(oldestWaiting) + DECIDE_WITHIN_MS),
      eraseBy: nextDue && dayOf(Date.parse(nextDue)),
    },
    disk,
    version: packageJson.version,
    lastBackupAt,
  };
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

async function readDisk(folder: string): Promise<Dashboard['disk']> {
  const { bsize, bavail, blocks } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** Whoever made it, a copy before a migration or one that was asked for. */
async function findLastBackup(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch(() => []);
  const copies = names.filter((name) => name.endsWith('.sqlite'));
  const times = await Promise.all(
    copies.map(async (name) => (await stat(join(folder, name))).mtimeMs),
  );
  return times.length === 0 ? null : new Date(Math.max(...times)).toISOString();
}
