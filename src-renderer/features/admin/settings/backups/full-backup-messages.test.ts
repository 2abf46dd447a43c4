import { expect, test } from 'vitest';
import { formatMoment } from '#renderer/features/admin/shared/format.ts';
import {
  backupMessage,
  checkMessage,
  nextBackupMessage,
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

test('the time of the next backup is shown as precisely as it is known', () => {
  const now = Date.parse(at);
  const next = (nextAt: string | null, clock: number, isRunning = false) =>
    nextBackupMessage({ nextAt, backup: { ...state, isRunning } }, clock);
  expect(next(at, now)).toBe('Within the hour');
  expect(next(at, now - 1)).toBe(`About ${moment}`);
  expect(next(null, now)).toContain('Never automatically');
  expect(next(at, now, true)).toBe('Being made now');
});

test('a running step shows its progress', () => {
  expect(progressMessage('backup', state)).toBeUndefined();
  const running = { ...state, isRunning: true };
  expect(progressMessage('check', running)).toBe('Restoring the database...');
  expect(progressMessage('backup', { ...running, progress: { done: 2, of: 12 } })).toBe(
    'Copying file 3 of 12...',
  );
});
