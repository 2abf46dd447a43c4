import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

let server: TestServer;
let admin: SupabaseClient;

const write = (focus: unknown) => admin.from('audio_content').update({ focus }).eq('id', 1);

describe.each(ENGINES)('the focal point of a cover on %s', (engine) => {
  beforeEach(async () => {
    server = await createTestServer({ engine });
    admin = server.supabase(await fetchAdminToken(server));
    await insertRows(server.db, { audio_content: [buildTrack({ title: 'Still Waters' })] });
  });

  test('[D2] the owner places it and takes it away, and open pages hear of it', async () => {
    const page = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
    expect(await write('30% 70%')).toMatchObject({ error: null });
    expect(await page.event(0)).toMatchObject({
      event: 'UPDATE',
      data: { record: { focus: '30% 70%' }, old_record: { focus: null } },
    });
    page.close();
    const read = () => server.supabase().from('audio_content').select('focus').single();
    expect((await read()).data).toEqual({ focus: '30% 70%' });
    expect(await write(null)).toMatchObject({ error: null });
    expect((await read()).data).toEqual({ focus: null });
  });

  test.each(['50%', '101% 0%', '-1% 5%', '10px 20px', '1% 2%; color: red', '', 7])(
    '%j is refused, and nothing changes',
    async (wrong) => {
      const before = await server.db.latestChangeId();
      const { error, status } = await write(wrong);
      expect([status, error?.message]).toEqual([400, expect.stringContaining('focus')]);
      expect(await server.db.latestChangeId()).toBe(before);
    },
  );
});
