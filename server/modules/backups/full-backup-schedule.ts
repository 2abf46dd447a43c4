import type { FullBackupConcern, FullBackupStates } from '#contract/calls/admin/full-backups.ts';
import { DAY_MS, HOUR_MS } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';

/** Due times are checked hourly: without slack, a backup would often just miss its check and wait another hour. */
const SLACK_MS = HOUR_MS / 2;
/** A failed check is repeated daily and not hourly, because it reads all files. */
const CHECK_RETRY_MS = DAY_MS;
/** Missed backups or checks before a warning. */
const MISSED_BACKUPS = 2;
const MISSED_CHECKS = 3;
/** Age in days before a warning, if no schedule is set. */
const MANUAL_BACKUP_DAYS = 7;
const MANUAL_CHECK_DAYS = 40;

type BackupInterval = Pick<Config, 'BACKUP_EVERY_HOURS'>;
type CheckInterval = Pick<Config, 'BACKUP_CHECK_EVERY_DAYS'>;

/** Null if never. A past time means at the next hourly check. */
export function nextBackupAt(
  { BACKUP_EVERY_HOURS }: BackupInterval,
  { last }: Pick<FullBackupStates['backup'], 'last'>,
  now: number,
): string | null {
  if (BACKUP_EVERY_HOURS === 0) return null;
  return nextAfter(last?.at, BACKUP_EVERY_HOURS * HOUR_MS, now);
}

/** Null if checks are off or there is no backup. */
export function nextCheckAt(
  { BACKUP_CHECK_EVERY_DAYS }: CheckInterval,
  { backup, check }: FullBackupStates,
  now: number,
): string | null {
  if (BACKUP_CHECK_EVERY_DAYS === 0 || !backup.last) return null;
  if (check.failed) return nextAfter(check.failed.at, CHECK_RETRY_MS, now);
  // A later backup may have fixed the problem.
  const mayBeFixed =
    check.last !== null && check.last.problems > 0 && check.last.at < backup.last.at;
  const last = mayBeFixed ? undefined : check.last?.at;
  return nextAfter(last, BACKUP_CHECK_EVERY_DAYS * DAY_MS, now);
}

export const isDue = (dueAt: string | null, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) - SLACK_MS <= now;

/** The most severe problem with backups. Before the first backup or check, ages count from the installation. */
export function findConcern(
  { BACKUP_EVERY_HOURS, BACKUP_CHECK_EVERY_DAYS }: BackupInterval & CheckInterval,
  { backup, check }: FullBackupStates,
  { now, installedAt }: { now: number; installedAt: string },
): FullBackupConcern | null {
  const maxAgeMs =
    BACKUP_EVERY_HOURS > 0
      ? MISSED_BACKUPS * BACKUP_EVERY_HOURS * HOUR_MS
      : MANUAL_BACKUP_DAYS * DAY_MS;
  if (backup.failed || isOlder(backup.last?.at ?? installedAt, maxAgeMs, now)) return 'not_made';
  if (check.failed) return 'check_failed';
  if (check.last && check.last.problems > 0) return 'damaged';
  const days =
    BACKUP_CHECK_EVERY_DAYS > 0 ? MISSED_CHECKS * BACKUP_CHECK_EVERY_DAYS : MANUAL_CHECK_DAYS;
  return isOlder(check.last?.at ?? installedAt, days * DAY_MS, now) ? 'unchecked' : null;
}

const isOlder = (at: string, span: number, now: number) => Date.parse(at) < now - span;

function nextAfter(last: string | undefined, span: number, now: number): string {
  const lastAt = last === undefined ? Number.POSITIVE_INFINITY : Date.parse(last);
  // A time in the future was recorded before the clock was set back. Do not wait until then.
  return new Date(lastAt > now + SLACK_MS ? now : lastAt + span).toISOString();
}
