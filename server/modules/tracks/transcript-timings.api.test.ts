import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

let server: TestServer;
let admin: SupabaseClient;

const timings = [{ start: 12.5, end: 15.25 }, { start: 16 }, { start: 21.125, end: 24 }];
const write = (transcript_timings: unknown) =>
  admin.from('audio_content').update({ transcript_timings }).eq('id', 1);

describe.each(ENGINES)('the times of a transcript on %s', (engine) => {
  beforeEach(async () => {
    server = await createTestServer({ engine });
    admin = server.supabase(await fetchAdminToken(server));
    await insertRows(server.db, { audio_content: [buildTrack({ title: 'Still Waters' })] });
  });

  test('the admin writes them, and everybody reads them as they were written, at once', async () => {
    const page = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
    expect(await write(timings)).toMatchObject({ error: null });
    expect(await page.event(0)).toMatchObject({
      event: 'UPDATE',
      data: { record: { transcript_timings: timings }, old_record: { transcript_timings: null } },
    });
    page.close();
    const read = () => server.supabase().from('audio_content').select('transcript_timings');
    expect((await read().single()).data).toEqual({ transcript_timings: timings });
    expect(await write(null)).toMatchObject({ error: null });
    expect((await read().is('transcript_timings', null).single()).data).toEqual({
      transcript_timings: null,
    });
  });

  test.each([
    ['not a list', { start: 1 }],
    ['without a start', [{ end: 2 }]],
    ['before the beginning', [{ start: -1 }]],
    ['ending before it starts', [{ start: 3, end: 2 }]],
    ['out of order', [{ start: 3 }, { start: 2 }]],
    ['one over the next', [{ start: 1, end: 4 }, { start: 3 }]],
    ['with something else in it', [{ start: 1, note: 'x' }]],
    ['too many', Array.from({ length: 5001 }, (_, start) => ({ start }))],
  ])('times that are %s are refused, and nothing changes', async (_, wrong) => {
    const before = await server.db.latestChangeId();
    const { error, status } = await write(wrong);
    expect([status, error?.message]).toEqual([400, expect.stringContaining('transcript_timings')]);
    expect(await server.db.latestChangeId()).toBe(before);
  });
});
