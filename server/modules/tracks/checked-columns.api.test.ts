import { describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const chapters = [
  { start: 0, title: 'Arriving' },
  { start: 61.25, title: 'Psalm 23' },
];
const timings = [{ start: 12.5, end: 15.25 }, { start: 16 }, { start: 21.125, end: 24 }];

const REFUSED: [column: string, what: string, value: unknown][] = [
  ['chapters', 'that are not a list', { start: 1, title: 'x' }],
  ['chapters', 'without a name', [{ start: 1, title: ' ' }]],
  ['chapters', 'out of order', chapters.toReversed()],
  ['chapters', 'with an unknown member', [{ start: 1, title: 'x', note: 'y' }]],
  [
    'chapters',
    'over the limit',
    Array.from({ length: 101 }, (_, start) => ({ start, title: 'x' })),
  ],
  ['transcript_timings', 'that end before they start', [{ start: 3, end: 2 }]],
  ['transcript_timings', 'out of order', [{ start: 3 }, { start: 2 }]],
  ['transcript_timings', 'that overlap', [{ start: 1, end: 4 }, { start: 3 }]],
  ['transcript_timings', 'over the limit', Array.from({ length: 5001 }, (_, start) => ({ start }))],
  ['focus', 'beyond the right edge', '101% 0%'],
  ['focus', 'with another CSS property', '1% 2%; color: red'],
  ['position', 'with no room after it', 2_147_483_647],
];

describe.each(ENGINES)('[D2] a track on %s', async (engine) => {
  const server = await createTestServer({ engine, rows: { audio_content: [buildTrack()] } });
  const admin = server.supabase(await fetchAdminToken(server));
  const write = (column: string, value: unknown) =>
    admin
      .from('audio_content')
      .update({ [column]: value })
      .eq('id', 1);

  test.each([
    ['chapters', chapters],
    ['transcript_timings', timings],
    ['focus', '30% 70%'],
  ])('shows %s as the admin wrote them, on open pages too', async (column, value) => {
    const page = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
    const read = () => server.supabase().from('audio_content').select(column);
    expect(await write(column, value)).toMatchObject({ error: null });
    // The stream may begin with the change before.
    await expect
      .poll(() => page.events.at(-1))
      .toMatchObject({
        event: 'UPDATE',
        data: { record: { [column]: value }, old_record: { [column]: null } },
      });
    expect((await read().single()).data).toEqual({ [column]: value });
    expect(await write(column, null)).toMatchObject({ error: null });
    expect((await read().is(column, null).single()).data).toEqual({ [column]: null });
  });

  // The tests below do not depend on the engine: the requests are refused before a query.
  if (engine !== 'sqlite') return;

  test.each(REFUSED)('refuses %s %s, and changes nothing', async (column, _what, wrong) => {
    const before = await server.db.latestChangeId();
    const { error, status } = await write(column, wrong);
    expect([status, error?.message]).toEqual([400, expect.stringContaining(column)]);
    expect(await server.db.latestChangeId()).toBe(before);
  });
});
