import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

let server: TestServer;
let admin: SupabaseClient;

const chapters = [
  { start: 0, title: 'Arriving' },
  { start: 61.25, title: 'Psalm 23' },
];
const write = (wanted: unknown) =>
  admin.from('audio_content').update({ chapters: wanted }).eq('id', 1);

describe.each(ENGINES)('[D2] the chapters of a track on %s', (engine) => {
  beforeEach(async () => {
    server = await createTestServer({ engine });
    admin = server.supabase(await fetchAdminToken(server));
    await insertRows(server.db, { audio_content: [buildTrack({ title: 'Still Waters' })] });
  });

  test('the owner writes them, and everybody reads them as they were written, at once', async () => {
    const page = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
    expect(await write(chapters)).toMatchObject({ error: null });
    expect(await page.event(0)).toMatchObject({
      event: 'UPDATE',
      data: { record: { chapters }, old_record: { chapters: null } },
    });
    page.close();
    const { data } = await server.supabase().from('audio_content').select('chapters').single();
    expect(data).toEqual({ chapters });
    expect(await write(null)).toMatchObject({ error: null });
  });

  test.each([
    ['not a list', { start: 1, title: 'x' }],
    ['none', []],
    ['without a name', [{ start: 1, title: ' ' }]],
    ['with a name too long', [{ start: 1, title: 'x'.repeat(121) }]],
    ['before the beginning', [{ start: -1, title: 'x' }]],
    ['out of order', [chapters[1], chapters[0]]],
    ['two at one second', [chapters[0], chapters[0]]],
    ['with something else in it', [{ start: 1, title: 'x', note: 'y' }]],
    ['too many', Array.from({ length: 101 }, (_, start) => ({ start, title: 'x' }))],
  ])('chapters that are %s are refused, and nothing changes', async (_, wrong) => {
    const before = await server.db.latestChangeId();
    const { error, status } = await write(wrong);
    expect([status, error?.message]).toEqual([400, expect.stringContaining('chapters')]);
    expect(await server.db.latestChangeId()).toBe(before);
  });
});
