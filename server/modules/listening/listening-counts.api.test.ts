import { describe, expect, test } from 'vitest';
import { personCountsSchema, trackCountsSchema } from '#contract/calls/listening-counts.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildFavorite, buildPlay } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const RUTH = sampleUuid('user', 1);
const NAOMI = sampleUuid('user', 2);

describe.each(ENGINES)('on %s', (engine) => {
  const open = () =>
    createTestServer({
      engine,
      rows: {
        users: [buildUser(1), buildUser(2)],
        audio_content: [buildTrack(), buildTrack()],
        favorites: [buildFavorite(1), buildFavorite(2)],
        user_activity: [buildPlay(1), buildPlay(1), buildPlay(2, { content_id: 2 })],
        playback_positions: [{ user_id: NAOMI, content_id: 1, position_seconds: 3 }],
      },
    });

  test('the admin sees how much was listened to, but not by whom or to what', async () => {
    const server = await open();
    const token = await fetchAdminToken(server);
    const ask = async (path: string, body?: object) => {
      const answer = await callAdmin(server, path, { bearer: token, body });
      return { status: answer.status, body: await answer.json() };
    };
    const ruth = await ask(`/people/${RUTH}/counts`);
    expect(personCountsSchema.strict().parse(ruth.body)).toEqual({ favorites: 1, plays: 2 });
    const nobody = await ask(`/people/${sampleUuid('user', 9)}/counts`);
    expect(nobody.body).toEqual({ favorites: 0, plays: 0 });
    const ofTracks = async (ids: readonly number[]) => {
      const { body } = await ask('/track-counts', { ids });
      return trackCountsSchema.strict().parse(body);
    };
    expect(await ofTracks([1])).toEqual({ favorites: 2, plays: 2, positions: 1 });
    expect(await ofTracks([1, 2, 9])).toEqual({ favorites: 2, plays: 3, positions: 1 });
    expect((await ask('/people/ruth/counts')).status).toBe(404);
    for (const ids of [[], ['one'], [0]]) {
      expect([ids, (await ask('/track-counts', { ids })).status]).toEqual([ids, 400]);
    }
  });

  test('the admin gets events without content, and a user gets their own rows', async () => {
    const server = await open();
    const token = await fetchAdminToken(server);
    const { client, user, session } = await signUp(server);
    const listen = (bearer: string) =>
      openEventReader(`${server.url}/realtime/v1/changes?table=favorites,playback_positions`, {
        headers: { Authorization: `Bearer ${bearer}` },
      });
    const [admin, userStream] = [await listen(token), await listen(session.access_token)];
    const own = { user_id: user.id, content_id: 2 };
    await client.from('favorites').insert(own).throwOnError();
    await client.from('favorites').delete().eq('content_id', 2).throwOnError();
    expect((await userStream.event(0)).data).toMatchObject({ type: 'INSERT', record: own });
    for (const [index, type] of ['INSERT', 'DELETE'].entries()) {
      const { data } = await admin.event(index);
      expect(data).toMatchObject({ type, table: 'favorites', record: {}, old_record: {} });
      expect(JSON.stringify(data)).not.toContain(user.id);
    }
  });
});
