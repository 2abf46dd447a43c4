import { describe, expect, test } from 'vitest';
import type { FullBackupStates } from '#contract/calls/admin/full-backups.ts';
import { findConcern, isDue, nextBackupAt, nextCheckAt } from './full-backup-schedule.ts';

const NOW = Date.parse('2026-11-23T03:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000).toISOString();
const rhythm = { BACKUP_EVERY_HOURS: 24, BACKUP_CHECK_EVERY_DAYS: 7 };
const byHand = { BACKUP_EVERY_HOURS: 0, BACKUP_CHECK_EVERY_DAYS: 0 };

const counts = { files: 1, bytes: 1 };
const made = (days: number): FullBackupStates['backup'] => ({
  last: { at: daysAgo(days), name: 'x', added: 0, ...counts },
  failed: null,
  progress: null,
});
const checked = (days: number, problems = 0): FullBackupStates['check'] => ({
  last: { at: daysAgo(days), name: 'x', people: 1, tracks: 1, problems, examples: [], ...counts },
  failed: null,
  progress: null,
});
const failed = (days: number) => ({ failed: { at: daysAgo(days), why: 'The store is away.' } });
const never = { last: null, failed: null, progress: null };

describe('the next check of a full backup', () => {
  test.each([
    ['never, if switched off', byHand, made(0), never, null],
    ['never, while there is no backup', rhythm, never, never, null],
    ['now, if no backup was ever checked', rhythm, made(0), never, 0],
    ['seven days after the last check', rhythm, made(0), checked(2), 5],
    ['a day after a failed check', rhythm, made(0), { ...checked(2), ...failed(0.25) }, 0.75],
    ['now, if one was made after a check that found damage', rhythm, made(1), checked(2, 3), 0],
    ['a week after a check that found damage, if none is newer', rhythm, made(3), checked(2, 3), 5],
    ['now, if the last check is dated tomorrow', rhythm, made(0), checked(-1), 0],
  ] as const)('is %s', (_when, config, backup, check, inDays) => {
    expect(nextCheckAt(config, { backup, check }, NOW)).toBe(
      inDays === null ? null : daysAgo(-inDays),
    );
  });

  test('is not delayed by a stored date a year in the future, and neither is the next backup', () => {
    expect(nextBackupAt(rhythm, made(-365), NOW)).toBe(daysAgo(0));
  });

  test('starts up to half an hour early, so that checks do not drift', () => {
    expect(isDue(daysAgo(-20 / 1440), NOW)).toBe(true);
    expect(isDue(daysAgo(-40 / 1440), NOW)).toBe(false);
    expect(isDue(null, NOW)).toBe(false);
  });
});

describe('the warning shown to the owner about full backups', () => {
  test('is absent on a fresh installation until the first backup is long overdue', () => {
    const states = { backup: never, check: never };
    expect(findConcern(rhythm, states, { now: NOW, installedAt: daysAgo(1) })).toBeNull();
  });

  test.each([
    ['absent, if there is no problem', rhythm, made(1), checked(7), null],
    ['that there is none yet', rhythm, never, never, 'not_made'],
    ['that none was made for two intervals', rhythm, made(2.1), checked(1), 'not_made'],
    ['that the last one failed', rhythm, { ...made(1), ...failed(0) }, checked(1), 'not_made'],
    ['that a check failed', rhythm, made(1), { ...checked(3), ...failed(0) }, 'check_failed'],
    ['that the last check found damage', rhythm, made(1), checked(1, 1), 'damaged'],
    ['that none was checked yet', rhythm, made(1), never, 'unchecked'],
    ['that none was checked for three intervals', rhythm, made(1), checked(21.1), 'unchecked'],
    ['absent for a manual backup of this week, checked lately', byHand, made(6), checked(39), null],
    ['that a manual backup is older than a week', byHand, made(8), checked(1), 'not_made'],
    ['that a manual check is older than forty days', byHand, made(1), checked(41), 'unchecked'],
  ] as const)('is %s', (_what, config, backup, check, concern) => {
    expect(findConcern(config, { backup, check }, { now: NOW, installedAt: daysAgo(100) })).toBe(
      concern,
    );
  });
});
