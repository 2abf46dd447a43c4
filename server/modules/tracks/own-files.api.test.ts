import { describe, expect, test } from 'vitest';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { createMigrator } from '#db/migrations/migrate.ts';
import {
  createEmptyDatabase,
  ENGINES,
  insertRows,
  readRows,
} from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const OWN = publicObjectPath('audio', 'still-0123456789abcdef.mp3');
const COVER = publicObjectPath('images', 'still-0123456789abcdef.png');
const track = { title: 'Still', category: 'PREGNANCY', duration: 60, audio_url: OWN };

describe.each(ENGINES)('[D2][Q1] a track on %s', (engine) => {
  test('refers only to files on this server', async () => {
    const server = await createTestServer({ engine });
    const admin = server.supabase(await fetchAdminToken(server)).from('audio_content');
    const { data } = await admin
      .insert({ ...track, image_url: COVER })
      .select('id')
      .single();
    const elsewhere = [
      { image_url: 'https://tracker.example/a.png' },
      { image_url: '//tracker.example/a.png' },
      { image_url: '/\\tracker.example/a.png' },
      { image_url: 'data:image/svg+xml,<svg/>' },
      { audio_url: 'https://tracker.example/a.mp3' },
      { audio_url: COVER },
    ];
    for (const values of elsewhere) {
      const refused = {
        status: 400,
        error: { code: '23514', message: expect.stringMatching(/Upload the file/) },
      };
      expect(await admin.insert({ ...track, ...values }), JSON.stringify(values)).toMatchObject(
        refused,
      );
      expect(await admin.update(values).eq('id', data?.['id'])).toMatchObject(refused);
      const past = server.db.kysely.updateTable('audio_content').set(values).execute();
      await expect(past, JSON.stringify(values)).rejects.toThrow(/own_files/);
    }
  });

  test('loses external files from before the upgrade, is disabled if no recording is left, and the log names the address', async () => {
    const db = await createEmptyDatabase(engine);
    const migrator = createMigrator(db);
    await migrator.migrateTo('0022-remember-track-files');
    const rows = [
      { ...track, image_url: COVER },
      { ...track, image_url: 'https://a.example/c.png' },
      { ...track, audio_url: 'https://a.example/a.mp3' },
    ] as const;
    for (const row of rows) {
      await insertRows(db, { audio_content: [{ ...row, category: 'PREGNANCY' }] });
    }
    expect((await migrator.migrateToLatest()).error).toBeUndefined();
    const columns = ['audio_url', 'image_url', 'enabled'] as const;
    const after = await readRows(db, 'audio_content', {}, columns);
    expect(after).toEqual([
      { audio_url: OWN, image_url: COVER, enabled: true },
      { audio_url: OWN, image_url: null, enabled: true },
      { audio_url: '', image_url: null, enabled: false },
    ]);
    const log = await readRows(db, 'audit_log', {}, ['actor', 'row_id', 'before']);
    expect(log.toSorted((a, b) => String(a.row_id).localeCompare(String(b.row_id)))).toEqual([
      { actor: 'upgrade', row_id: '2', before: { image_url: 'https://a.example/c.png' } },
      { actor: 'upgrade', row_id: '3', before: { audio_url: 'https://a.example/a.mp3' } },
    ]);
    await db.close();
  });
});
