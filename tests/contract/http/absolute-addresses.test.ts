import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { RELATIVE_ADDRESSES } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { changeRows, ENGINES, readRow } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { type EventReader, openEventReader } from '#tests/support/servers/event-reader.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const RECORDING = '/storage/v1/object/public/audio/calm-0123456789abcdef.mp3';
const COVER = '/storage/v1/object/public/images/calm-0123456789abcdef.png';
const GATED = '/storage/v1/object/sign/audio_content/2';
const rows = {
  audio_content: [
    buildTrack({
      audio_url: RECORDING,
      image_url: COVER,
      description: `"audio_url":"${RECORDING}"`,
    }),
    buildTrack({ audio_url: RECORDING, is_premium: true }),
  ],
};

/** A third-party client. */
const clientOf = (server: TestServer, token = server.deps.config.ANON_KEY) =>
  createClient(server.url, server.deps.config.ANON_KEY, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${token}` } },
  });

describe.each(ENGINES)('addresses of files, on %s', (engine) => {
  test('are absolute in rows, under aliases, in embeds and in CSV, while filters see the stored value', async () => {
    const server = await createTestServer({ engine, rows, config: { PREMIUM_GATE: true } });
    const { session } = await signUp(server);
    const client = clientOf(server, session.access_token);
    const { data } = await client
      .from('audio_content')
      .select('audio_url, cover:image_url, description')
      .order('id');
    expect(data).toEqual([
      {
        audio_url: server.url + RECORDING,
        cover: server.url + COVER,
        description: `"audio_url":"${RECORDING}"`,
      },
      expect.objectContaining({ audio_url: server.url + GATED }),
    ]);
    await client.from('favorites').insert({ user_id: session.user.id, content_id: 1 });
    const { data: favorites } = await client.from('favorites').select('audio_content(image_url)');
    expect(favorites).toEqual([{ audio_content: { image_url: server.url + COVER } }]);
    const csv = await client.from('audio_content').select('image_url').eq('id', 1).csv();
    expect(csv.data).toContain(server.url + COVER);
    const found = await client.from('audio_content').select('id').eq('image_url', COVER);
    expect(found.data).toEqual([{ id: 1 }]);
  });

  test('are stored without an origin when a client writes back a row it has read', async () => {
    const server = await createTestServer({ engine, rows });
    const admin = clientOf(server, await fetchAdminToken(server));
    const { data } = await admin.from('audio_content').select().eq('id', 1).single();
    const written = await admin.from('audio_content').update(data).eq('id', 1).select().single();
    expect(written.data).toMatchObject({ audio_url: server.url + RECORDING });
    const kept = await readRow(server.db, 'audio_content', { id: 1 }, ['audio_url', 'image_url']);
    expect(kept).toEqual({ audio_url: RECORDING, image_url: COVER });
  });

  // SQLite is enough below: no statement differs.
  if (engine !== 'sqlite') return;

  test('begin with the requested host where SITE_URL is not set, cached per host', async () => {
    const config = { FROM_ENVIRONMENT: new Set<never>() };
    const server = await createTestServer({ engine, rows, config });
    const { port } = new URL(server.url);
    const path = '/rest/v1/audio_content?select=image_url&id=eq.1';
    const ask = async (host: string, prefer?: string) => {
      const headers = {
        Host: host,
        apikey: server.deps.config.ANON_KEY,
        ...(prefer ? { prefer } : {}),
      };
      const { body } = await requestRaw(server.url, path, { headers });
      return JSON.parse(body)[0].image_url;
    };
    for (let round = 0; round < 4; round += 1) {
      expect(await ask(`127.0.0.1:${port}`)).toBe(`http://127.0.0.1:${port}${COVER}`);
      expect(await ask(`localhost:${port}`)).toBe(`http://localhost:${port}${COVER}`);
      expect(await ask(`localhost:${port}`, RELATIVE_ADDRESSES)).toBe(COVER);
    }
  });

  test('are absolute in change events, for each reader’s own host', async () => {
    const server = await createTestServer({ engine, rows });
    const listen = (headers: Record<string, string>) =>
      openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`, { headers });
    const [theirs, ours] = [await listen({}), await listen({ Prefer: RELATIVE_ADDRESSES })];
    await changeRows(server.db, 'audio_content', { id: 1 }, { title: 'Another' });
    const coverOf = async (reader: EventReader) =>
      (await reader.event(0)).data.record?.['image_url'];
    expect(await coverOf(theirs)).toBe(server.url + COVER);
    expect(await coverOf(ours)).toBe(COVER);
    for (const reader of [theirs, ours]) reader.close();
  });
});
