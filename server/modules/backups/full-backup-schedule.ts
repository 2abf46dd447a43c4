import type { FullBackupConcern, FullBackupStates } from '#contract/calls/admin/full-backups.ts';
import { DAY_MS, HOUR_MS } from '#server/core/clock.ts';
import type { Config } from '#server/core/config/config.ts';

/** Rounds are an hour apart: without slack each backup would be an hour later than the last. */
const SLACK_MS = HOUR_MS / 2;
/** A check reads everything; an unfinished one is not repeated hourly. */
const CHECK_AGAIN_MS = DAY_MS;

/** Missed rounds before a warning, which is two days by default; days if backups are made manually. */
const MISSED_BACKUPS = 2;
const MISSED_CHECKS = 3;
const BACKUP_OWN_DAYS = 7;
const CHECK_OWN_DAYS = 40;

type BackupRhythm = Pick<Config, 'BACKUP_EVERY_HOURS'>;
type CheckRhythm = Pick<Config, 'BACKUP_CHECK_EVERY_DAYS'>;

/** Null for never. A past moment: in the next round. */
export function whenDue(
  { BACKUP_EVERY_HOURS }: BackupRhythm,
  { last }: Pick<FullBackupStates['backup'], 'last'>,
  now: number,
): string | null {
  if (BACKUP_EVERY_HOURS === 0) return null;
  return after(last?.at, BACKUP_EVERY_HOURS * HOUR_MS, now);
}

/** Null for never, and without a backup. */
export function whenCheckDue(
  { BACKUP_CHECK_EVERY_DAYS }: CheckRhythm,
  { backup, check }: FullBackupStates,
  now: number,
): string | null {
  if (BACKUP_CHECK_EVERY_DAYS === 0 || !backup.last) return null;
  if (check.failed) return after(check.failed.at, CHECK_AGAIN_MS, now);
  // A later backup may have fixed the problem.
  const mayBeFixed =
    check.last !== null && check.last.problems > 0 && check.last.at < backup.last.at;
  const last = mayBeFixed ? undefined : check.last?.at;
  return after(last, BACKUP_CHECK_EVERY_DAYS * DAY_MS, now);
}

export const isDue = (dueAt: string | null, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) - SLACK_MS <= now;

/** The most severe problem with backups. Periods start at the installation. */
export function findConcern(
  { BACKUP_EVERY_HOURS, BACKUP_CHECK_EVERY_DAYS }: BackupRhythm & CheckRhythm,
  { backup, check }: FullBackupStates,
  { now, installedAt }: { now: number; installedAt: string },
): FullBackupConcern | null {
  const made =
    BACKUP_EVERY_HOURS > 0
      ? MISSED_BACKUPS * BACKUP_EVERY_HOURS * HOUR_MS
      : BACKUP_OWN_DAYS * DAY_MS;
  if (backup.failed || isOlder(backup.last?.at ?? installedAt, made, now)) return 'not_made';
  if (check.failed) return 'check_failed';
  if (check.last && check.last.problems > 0) return 'damaged';
  const days =
    BACKUP_CHECK_EVERY_DAYS > 0 ? MISSED_CHECKS * BACKUP_CHECK_EVERY_DAYS : CHECK_OWN_DAYS;
  return isOlder(check.last?.at ?? installedAt, days * DAY_MS, now) ? 'unchecked' : null;
}

const isOlder = (at: string, span: number, now: number) => Date.parse(at) < now - span;

function after(last: string | undefined, span: number, now: number): string {
  const lastAt = last === undefined ? Number.POSITIVE_INFINITY : Date.parse(last);
  // A time ahead was recorded before the clock was set back; without this, nothing would run until then.
  return new Date(lastAt > now + SLACK_MS ? now : lastAt + span).toISOString();
}
