import { expect, test } from 'vitest';
import { formatMoment } from '#renderer/features/admin/shared/format.ts';
import {
  backupMessage,
  checkMessage,
  nextBackupMessage,
  nextCheckMessage,
  progressMessage,
} from './full-backup-messages.ts';

const at = '2026-11-23T03:07:12.000Z';
const moment = formatMoment(at);
const counts = { at, name: '2026-11-23', files: 12, bytes: 3_400_000 };
const checked = { ...counts, people: 3, tracks: 11, problems: 0, examples: [] };
const state = { last: null, failed: null, progress: null, isRunning: false };

test('the last backup and the last check are shown with their times', () => {
  expect(backupMessage(state)).toBe('Never');
  expect(backupMessage({ last: { ...counts, added: 2 } })).toBe(
    `${moment}: the database and 12 files (3.4 MB)`,
  );
  expect(checkMessage({ last: null })).toBe('Never');
  expect(checkMessage({ last: checked })).toBe(
    `${moment}: can be restored, with 3 people, 11 tracks and 12 files (3.4 MB)`,
  );
  const broken = { ...checked, problems: 2, examples: ['audio/calm.mp3: missing', 'x: damaged'] };
  expect(checkMessage({ last: broken })).toBe(
    `${moment}: cannot be restored completely. audio/calm.mp3: missing, and 1 more`,
  );
});

test('the next backup is shown as exactly as its time is known', () => {
  const now = Date.parse(at);
  const rhythm = { everyHours: 24, backup: state };
  expect(nextBackupMessage({ ...rhythm, nextAt: at }, now)).toBe('Within the hour');
  expect(nextBackupMessage({ ...rhythm, nextAt: at }, now - 1)).toBe(`About ${moment}`);
  expect(nextBackupMessage({ ...rhythm, everyHours: 0, nextAt: null }, now)).toContain(
    'Never automatically',
  );
  const running = { ...state, isRunning: true };
  expect(nextBackupMessage({ ...rhythm, backup: running, nextAt: at }, now)).toBe('Being made now');
});

test('so is the next check', () => {
  const now = Date.parse(at);
  const rhythm = { checkEveryDays: 7, nextCheckAt: at, check: state };
  expect(nextCheckMessage(rhythm, now)).toBe('Within the hour');
  expect(nextCheckMessage(rhythm, now - 1)).toBe(`About ${moment}`);
  expect(nextCheckMessage({ ...rhythm, nextCheckAt: null }, now)).toBe('After the first backup');
  expect(nextCheckMessage({ ...rhythm, checkEveryDays: 0 }, now)).toContain('Never automatically');
  const running = { ...state, isRunning: true };
  expect(nextCheckMessage({ ...rhythm, check: running }, now)).toBe('Being checked now');
});

test('a running step shows its progress', () => {
  expect(progressMessage('backup', state)).toBeUndefined();
  const running = { ...state, isRunning: true };
  expect(progressMessage('check', running)).toBe('Restoring the database...');
  expect(progressMessage('backup', { ...running, progress: { done: 2, of: 12 } })).toBe(
    'Copying file 3 of 12...',
  );
});
