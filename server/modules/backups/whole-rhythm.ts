import type { WholeConcern, WholeStates } from '#contract/calls/whole-backups.ts';
import type { Config } from '#server/core/config.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Rounds are an hour apart: without it each backup would be an hour later than the one before. */
const SLACK_MS = HOUR_MS / 2;
/** A check reads everything; one that could not be finished is not begun anew every hour. */
const CHECK_AGAIN_MS = DAY_MS;

/** So many rounds may be missed before it is said; where somebody sees to it herself, so many days. */
const MISSED = 3;
const BACKUP_OWN_DAYS = 7;
const CHECK_OWN_DAYS = 40;

type BackupRhythm = Pick<Config, 'BACKUP_EVERY_HOURS'>;
type CheckRhythm = Pick<Config, 'BACKUP_CHECK_EVERY_DAYS'>;

/** Null for never. A moment that has gone by: in the next round. */
export function whenDue(
  { BACKUP_EVERY_HOURS }: BackupRhythm,
  { last }: Pick<WholeStates['backup'], 'last'>,
  now: number,
): string | null {
  if (BACKUP_EVERY_HOURS === 0) return null;
  return isoOf(after(last?.at, BACKUP_EVERY_HOURS * HOUR_MS, now));
}

/** Null for never, and where there is nothing to try out. */
export function whenCheckDue(
  { BACKUP_CHECK_EVERY_DAYS }: CheckRhythm,
  { backup, check }: WholeStates,
  now: number,
): string | null {
  if (BACKUP_CHECK_EVERY_DAYS === 0 || !backup.last) return null;
  if (check.failed) return isoOf(after(check.failed.at, CHECK_AGAIN_MS, now));
  // The backup since may have put back what was missing.
  const isMended = check.last !== null && check.last.problems > 0 && check.last.at < backup.last.at;
  return isoOf(isMended ? now : after(check.last?.at, BACKUP_CHECK_EVERY_DAYS * DAY_MS, now));
}

export const isDue = (dueAt: string | null, now: number): boolean =>
  dueAt !== null && Date.parse(dueAt) - SLACK_MS <= now;

/** What stands between the owner and a backup that helps, the gravest alone. */
export function findConcern(
  { BACKUP_EVERY_HOURS, BACKUP_CHECK_EVERY_DAYS }: BackupRhythm & CheckRhythm,
  { backup, check }: WholeStates,
  now: number,
): WholeConcern | null {
  const made =
    BACKUP_EVERY_HOURS > 0 ? MISSED * BACKUP_EVERY_HOURS * HOUR_MS : BACKUP_OWN_DAYS * DAY_MS;
  if (backup.failed || isOlder(backup.last?.at, made, now)) return 'not_made';
  if (check.failed) return 'check_failed';
  if (check.last && check.last.problems > 0) return 'damaged';
  const days = BACKUP_CHECK_EVERY_DAYS > 0 ? MISSED * BACKUP_CHECK_EVERY_DAYS : CHECK_OWN_DAYS;
  return isOlder(check.last?.at, days * DAY_MS, now) ? 'unchecked' : null;
}

const isOlder = (at: string | undefined, span: number, now: number) =>
  at === undefined || Date.parse(at) < now - span;

function after(last: string | undefined, span: number, now: number): number {
  const lastAt = last === undefined ? Number.NEGATIVE_INFINITY : Date.parse(last);
  // A time ahead of now is from a clock that was put back since.
  const isTold = lastAt > Number.NEGATIVE_INFINITY && lastAt - now <= SLACK_MS;
  return isTold ? lastAt + span : now;
}

const isoOf = (ms: number) => new Date(ms).toISOString();
