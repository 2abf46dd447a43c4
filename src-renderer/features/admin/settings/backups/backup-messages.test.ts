import { expect, test } from 'vitest';
import { contentsOf, kindOf } from './backup-messages.ts';

test.each([
  ['backup-2026-11-21T03-00-00-000Z.sqlite', 'Backup'],
  ['before-restore-2026-11-21T03-00-00-000Z.sqlite', 'Before a restore'],
  ['cradlesong-2026-11-21T03-00-00-000Z-before-migration.sqlite', 'Before an update'],
])('%s is called %s', (name, kind) => {
  expect(kindOf({ name })).toBe(kind);
});

test('the contents of a backup are counted in words', () => {
  const found = { latestAt: null, isOwn: true, checkedAt: '2026-11-21T03:00:00.000Z' };
  expect(contentsOf({ contents: null })).toBe('Not checked yet');
  expect(contentsOf({ contents: { ...found, people: 1, tracks: 11, plays: 12_000 } })).toBe(
    '1 person, 11 tracks, 12,000 plays',
  );
});
