import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('bulk changes of tracks on %s', (engine) => {
  let server: TestServer;
  let token: string;
  let admin: SupabaseClient;
  beforeEach(async () => {
    server = await createTestServer({ engine });
    token = await fetchAdminToken(server);
    admin = server.supabase(token);
  });

  async function post(path: string, body: unknown = {}) {
    const answer = await callAdmin(server, `/track-changes${path}`, { bearer: token, body });
    return { status: answer.status, body: await answer.json() };
  }
  const plant = (count: number, part: Parameters<typeof buildTrack>[0] = {}) =>
    insertRows(server.db, {
      audio_content: Array.from({ length: count }, (_, at) =>
        buildTrack({ title: `Track ${at}`, ...part }),
      ),
    });
  const countPremium = async () =>
    (await readRows(server.db, 'audio_content', { is_premium: true })).length;
  const statesOfAll = () => readRows(server.db, 'audio_content', {}, ['category', 'enabled']);
  const log = () => readRows(server.db, 'audit_log', { table_name: 'audio_content' });

  test('[D2] change 1,240 tracks by one request, with one log entry and one undo', async () => {
    await plant(1240, { category: 'PREGNANCY' });
    await plant(3, { category: 'BIRTHING' });
    const ids = Array.from({ length: 1240 }, (_, at) => at + 1);
    const { status, body } = await post('', { ids, values: { is_premium: true } });
    expect(status).toBe(200);
    expect(body.count).toBe(1240);
    expect(await countPremium()).toBe(1240);
    expect(await log()).toMatchObject([{ action: 'update-many', row_id: '1240 tracks' }]);
    // One of them changes before the undo.
    await admin.from('audio_content').update({ title: 'Mine' }).eq('id', 7).throwOnError();
    expect((await post(`/${body.id}/undo`)).body).toEqual({ undone: 1239, kept: 1 });
    expect(await countPremium()).toBe(1);
    expect((await log()).at(-1)).toMatchObject({ action: 'undo', row_id: '1239 tracks' });
    // A second undo has nothing left.
    expect((await post(`/${body.id}/undo`)).body).toEqual({ undone: 0, kept: 1240 });
  });

  test('[D2] log deleted tracks as one entry with their number and the titles of the first five', async () => {
    await plant(7);
    await admin.from('audio_content').delete().in('id', [1, 2, 3, 4, 5, 6]).throwOnError();
    await admin.from('audio_content').delete().eq('id', 7).throwOnError();
    expect(await log()).toMatchObject([
      {
        action: 'delete-many',
        row_id: '6 tracks',
        before: {
          title: 'Track 0, Track 1, Track 2, Track 3, Track 4 and 1 more',
          ids: ['1', '2', '3', '4', '5', '6'],
        },
      },
      { action: 'delete', row_id: '7', before: expect.objectContaining({ title: 'Track 6' }) },
    ]);
  });

  test('[D2] restore each track’s previous value on undo', async () => {
    await plant(2, { category: 'PREGNANCY', enabled: true });
    await plant(1, { category: 'BIRTHING', enabled: false });
    const values = { category: 'POSTBIRTH', enabled: true, publish_at: null };
    const { body } = await post('', { ids: [1, 2, 3, 99], values });
    expect(body.count).toBe(3);
    expect(await statesOfAll()).toEqual(Array(3).fill({ category: 'POSTBIRTH', enabled: true }));
    await post(`/${body.id}/undo`);
    expect(await statesOfAll()).toEqual([
      { category: 'PREGNANCY', enabled: true },
      { category: 'PREGNANCY', enabled: true },
      { category: 'BIRTHING', enabled: false },
    ]);
  });

  // The test below does not depend on the engine: the requests are refused before a change.
  if (engine !== 'sqlite') return;

  test('[Q3] are refused with a reason if impossible, and change nothing', async () => {
    await plant(1, { audio_url: '', enabled: false });
    const ids = [1];
    const refused = await post('', { ids, values: { enabled: true } });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toBe(
      'One of these tracks has no recording and cannot be switched on.',
    );
    expect((await post('', { ids, values: {} })).status).toBe(400);
    expect((await post('', { ids, values: { title: 'x' } })).status).toBe(400);
    expect((await post('', { ids: [], values: { enabled: false } })).status).toBe(400);
    const tooMany = Array.from({ length: 5_001 }, () => 1);
    expect((await post('', { ids: tooMany, values: { enabled: false } })).body.message).toContain(
      'One change takes at most 5000 tracks. Filter for fewer.',
    );
    expect((await post('/12/undo')).status).toBe(404);
    expect((await post('/none/undo')).status).toBe(404);
    expect(await log()).toEqual([]);
  });
});
