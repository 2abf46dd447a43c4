import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows, readRows } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { moveTrack } from './track-order.usecases.ts';

let server: TestServer;
let token: string;
let admin: SupabaseClient;

async function move(id: number | string, goal: unknown) {
  const answer = await callAdmin(server, `/tracks/${id}/move`, { bearer: token, body: goal });
  return { status: answer.status, body: await answer.json() };
}

/** Ids of all tracks in playlist order. */
async function order(): Promise<number[]> {
  const { data } = await admin
    .from('audio_content')
    .select('id')
    .order('position')
    .order('id')
    .throwOnError();
  return data.map(({ id }) => id);
}

const changes = () => server.db.latestChangeId();

describe.each(ENGINES)('the order of tracks on %s', (engine) => {
  beforeEach(async () => {
    server = await createTestServer({ engine });
    token = await fetchAdminToken(server);
    admin = server.supabase(token);
  });

  const addTracks = (...positions: number[]) =>
    insertRows(server.db, {
      audio_content: positions.map((position, at) =>
        buildTrack({ title: `Track ${at + 1}`, position }),
      ),
    });

  test('[D2] is changed by a move that writes one row, is logged, and can be undone', async () => {
    await addTracks(1024, 2048, 3072, 4096);
    const page = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
    const before = await changes();
    const { body } = await move(4, { before: 2 });
    expect(body).toEqual({ id: 4, position: 1536, isMoved: true, undo: { after: 3 } });
    expect(await order()).toEqual([1, 4, 2, 3]);
    expect((await changes()) - before).toBe(1);
    expect(await page.event(0)).toMatchObject({ event: 'UPDATE', data: { record: { id: 4 } } });
    expect(await readRows(server.db, 'audit_log', { action: 'move' })).toMatchObject([
      {
        actor: 'service_role',
        row_id: '4',
        before: { title: 'Track 4', follows: 'Track 3' },
        after: { title: 'Track 4', follows: 'Track 1' },
      },
    ]);

    await move(4, body.undo);
    expect(await order()).toEqual([1, 2, 3, 4]);
    const first = await move(3, { before: 1 });
    expect(await order()).toEqual([3, 1, 2, 4]);
    await move(3, first.body.undo);
    await move(1, { after: 4 });
    expect(await order()).toEqual([2, 3, 4, 1]);
  });

  test('[D2] renumbers only a few tracks if there is no room between two positions', async () => {
    await addTracks(...Array.from({ length: 400 }, (_, at) => (at < 200 ? at * 1024 : 204_800)));
    const before = await changes();
    await move(400, { before: 100 });
    expect((await changes()) - before).toBe(1);
    for (const id of [399, 398, 397, 396, 395, 394, 393, 392, 391, 390, 389, 388]) {
      await move(id, { before: 100 });
    }
    expect((await changes()) - before).toBeLessThan(60);
    const moved = [400, 399, 398, 397, 396, 395, 394, 393, 392, 391, 390, 389, 388];
    const rest = Array.from({ length: 387 }, (_, at) => at + 1);
    expect(await order()).toEqual([...rest.slice(0, 99), ...moved, ...rest.slice(99)]);
  });

  test('[D2] puts new tracks at the end in order of arrival, even if added simultaneously', async () => {
    await addTracks(5000, 1024);
    const upload = (...titles: string[]) =>
      admin
        .from('audio_content')
        .insert(
          titles.map((title) => {
            const { position: _none, ...track } = buildTrack({ title });
            return track;
          }),
        )
        .select('id, title, position')
        .throwOnError();
    const { data: first } = await upload('a', 'b');
    expect(first).toMatchObject([
      { title: 'a', position: 6024 },
      { title: 'b', position: 7048 },
    ]);
    await Promise.all(['c', 'd', 'e', 'f'].map((title) => upload(title)));
    const { data } = await admin.from('audio_content').select('position').throwOnError();
    expect(new Set(data.map(({ position }) => position)).size).toBe(8);
    // A row keeps its position when an undo restores it or a client writes it again.
    const back = { ...buildTrack({ title: 'back' }), id: 99, position: 512 };
    await admin.from('audio_content').insert(back).throwOnError();
    await admin
      .from('audio_content')
      .upsert({ ...back, title: 'again' })
      .throwOnError();
    expect((await order()).slice(0, 3)).toEqual([99, 2, 1]);
  });

  test('[D2] is consistent after six simultaneous moves, with a separate position for each track', async () => {
    await addTracks(...Array.from({ length: 12 }, () => 0));
    const wishes = [7, 8, 9, 10, 11, 12].map((id) => move(id, { before: 2 }));
    const answers = await Promise.all(wishes);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    const { data } = await admin.from('audio_content').select('position').throwOnError();
    expect(new Set(data.map(({ position }) => position)).size).toBe(12);
    const now = await order();
    expect(now[0]).toBe(1);
    expect(now.slice(1, 7).toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10, 11, 12]);
    expect(now.slice(7)).toEqual([2, 3, 4, 5, 6]);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('[D2] [Q3] is unchanged by a move to the current position; an impossible move is refused with a hint', async () => {
    await addTracks(1024, 2048);
    const before = await changes();
    expect((await move(1, { before: 2 })).body).toMatchObject({ isMoved: false });
    expect((await move(2, { after: 1 })).body).toMatchObject({ isMoved: false });
    expect(await move(1, {})).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^Name the track/) },
    });
    expect((await move(1, { before: 2, after: 2 })).status).toBe(400);
    expect((await move(1, { before: '2; drop table' })).status).toBe(400);
    expect((await move(1, { before: 1 })).status).toBe(400);
    expect((await move(1, { after: 99 })).status).toBe(404);
    expect((await move(99, { after: 1 })).status).toBe(404);
    expect((await move('one', { after: 1 })).status).toBe(404);
    expect(await changes()).toBe(before);
  });

  test.each([
    ['into a gap', [1024, 2048, 3072]],
    ['without a gap, which also moves its neighbours,', [7, 8, 9]],
  ])(
    '[D2] is the old one or the new one after a move %s, wherever the server dies',
    async (_, places) => {
      await addTracks(...places);
      await dieAtEveryStatement(server.db, (db) =>
        moveTrack({ ...server.deps, db }, 3, { before: 2 }),
      );
      expect(await order()).toEqual([1, 3, 2]);
      expect(await readRows(server.db, 'audit_log', { action: 'move' })).toHaveLength(1);
    },
  );
});
