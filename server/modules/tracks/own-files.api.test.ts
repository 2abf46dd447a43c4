import { describe, expect, test } from 'vitest';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
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
});
