import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { saveFullBackupState } from './backups.repository.ts';
import { describeFullBackups, findLastBackup } from './last-backup.usecases.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('[D2] the backups shown in the admin area', () => {
  async function open(BACKUP_URL?: string) {
    const { deps, clock } = await createTestServer({ config: { BACKUP_URL } });
    clock.stop();
    const daysAgo = (days: number) => new Date(clock.now() - days * DAY_MS).toISOString();
    const make = (days: number) =>
      saveFullBackupState(
        deps.db,
        'backup',
        {
          last: { at: daysAgo(days), name: 'x', files: 1, bytes: 1, added: 1 },
          failed: null,
          progress: null,
        },
        daysAgo(0),
      );
    const copy = (days: number) => {
      const folder = join(deps.config.DATA_DIR, 'backups');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'copy.sqlite'), '');
      const at = new Date(daysAgo(days));
      utimesSync(join(folder, 'copy.sqlite'), at, at);
    };
    return { deps, daysAgo, make, copy };
  }

  test('show the time of the newest backup, full or of the database only', async () => {
    const { deps, daysAgo, make, copy } = await open();
    expect(await findLastBackup(deps)).toBeNull();
    copy(3);
    expect(await findLastBackup(deps)).toBe(daysAgo(3));
    await make(2);
    expect(await findLastBackup(deps)).toBe(daysAgo(2));
    copy(1);
    expect(await findLastBackup(deps)).toBe(daysAgo(1));
  });

  test('show the time of the last full backup only if full backups are configured', async () => {
    const unwanted = await open();
    expect(await describeFullBackups(unwanted.deps)).toBeNull();
    const { deps, daysAgo, make } = await open('file:///elsewhere');
    expect(await describeFullBackups(deps)).toEqual({
      concern: 'no_key',
      madeAt: null,
      checkedAt: null,
    });
    await make(1);
    expect(await describeFullBackups(deps)).toEqual({
      concern: null,
      madeAt: daysAgo(1),
      checkedAt: null,
    });
  });
});
