import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { API_PATHS, publicObjectPath } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

const FILES = ['original', 'levelled', 'older', 'first', 'draft', 'free', 'free-before'] as const;
type File = (typeof FILES)[number];
const pathOf = (file: File) => publicObjectPath('audio', `${file}-0123456789abcdef.mp3`);
const OPAQUE = `${API_PATHS.signedObject}/audio_content/1`;

describe.each(ENGINES)('[D2] every file of a premium recording, on %s', (engine) => {
  let server: TestServer;
  let ruth: SignedIn;
  let token: string;

  /** Track 1 became premium, was levelled twice and replaced; track 2 is free and was replaced. */
  async function open(config: Parameters<typeof createTestServer>[0] = {}) {
    server = await createTestServer({
      engine,
      ...config,
      rows: {
        audio_content: [
          buildTrack({ title: 'Hers', audio_url: pathOf('first') }),
          buildTrack({ title: 'Everybody’s', audio_url: pathOf('free-before') }),
        ],
      },
    });
    const folder = join(server.deps.config.STORAGE_DIR, 'audio');
    mkdirSync(folder, { recursive: true });
    for (const file of FILES) writeFileSync(join(folder, `${file}-0123456789abcdef.mp3`), file);
    ruth = await signUp(server);
    token = await fetchAdminToken(server);
    await ruth.client.from('favorites').insert({ user_id: ruth.user.id, content_id: 1 });
    const change = (id: number, values: object) =>
      server.supabase(token).from('audio_content').update(values).eq('id', id).throwOnError();
    await change(1, { is_premium: true });
    await change(1, { audio_url: pathOf('older') });
    await change(1, { audio_url: pathOf('levelled') });
    await insertRows(server.db, {
      recordings: [
        {
          path: pathOf('original'),
          bytes: 8,
          state: 'levelled',
          levelled_path: pathOf('levelled'),
        },
        { path: pathOf('draft'), bytes: 5, state: 'measured', levelled_path: null },
      ],
    });
    await change(2, { audio_url: pathOf('free') });
  }
  const status = async (file: File, init: RequestInit = {}) =>
    (await fetch(server.url + pathOf(file), init)).status;
  const openFiles = async () => {
    const answers = await Promise.all(
      FILES.map(async (file) => [file, await status(file)] as const),
    );
    expect(answers.filter(([, code]) => code !== 200 && code !== 403)).toEqual([]);
    return answers.flatMap(([file, code]) => (code === 200 ? [file] : []));
  };
  const turn = (value: boolean) =>
    server.supabase(token).from('settings').upsert({ key: 'premium_gate', value }).throwOnError();
  async function eventsFromTheBeginning(bearer?: string) {
    const reader = await openEventReader(`${server.url}${API_PATHS.changes}?table=audio_content`, {
      headers: {
        'Last-Event-ID': '0',
        ...(bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` }),
      },
    });
    reader.close();
    return reader.events;
  }

  describe('with the gate on', () => {
    beforeEach(() => open({ config: { PREMIUM_GATE: true } }));

    test('is closed: the original, the levelled copy, replaced files and drafts', async () => {
      expect(await openFiles()).toEqual(['free', 'free-before']);
      for (const init of [{ method: 'HEAD' }, { headers: { Range: 'bytes=0-3' } }]) {
        for (const file of ['original', 'levelled', 'older', 'first', 'draft'] as const) {
          expect(await status(file, init)).toBe(403);
        }
      }
    });

    test('is named nowhere: not in tables, embedded rows, filters or old change events', async () => {
      const anybody = server.supabase();
      const { data: list } = await anybody.from('audio_content').select().order('id');
      expect(list?.map(({ audio_url }) => audio_url)).toEqual([OPAQUE, pathOf('free')]);
      const { data: favorites } = await ruth.client
        .from('favorites')
        .select('content:audio_content(audio_url)');
      expect(favorites).toEqual([{ content: { audio_url: OPAQUE } }]);
      const { data: found } = await anybody
        .from('audio_content')
        .select('id')
        .like('audio_url', '%levelled%');
      expect(found).toEqual([]);
      for (const bearer of [undefined, ruth.session.access_token]) {
        const events = await eventsFromTheBeginning(bearer);
        const text = JSON.stringify(events.filter(({ data }) => data.record?.['id'] === 1));
        expect(events.length).toBeGreaterThanOrEqual(6);
        expect(text).toContain(OPAQUE);
        expect(text).not.toMatch(/original|levelled-|older|first-/);
      }
      // Unauthorised readers of these tables get no rows.
      for (const table of ['recordings', 'audit_log']) {
        const { data } = await ruth.client.from(table).select();
        expect(data ?? []).toEqual([]);
      }
    });

    test('is signed by track for users with a plan, and by name for the admin', async () => {
      const sign = async (path: string, bearer?: string) => {
        const answer = await send(server, path, { bearer, method: 'POST' });
        return { status: answer.status, body: await answer.json() };
      };
      const byName = `${API_PATHS.signedObject}/audio/levelled-0123456789abcdef.mp3`;
      const plan = { user_id: ruth.user.id, plan_type: 'Monthly', status: 'active' };
      await insertRows(server.db, { subscriptions: [plan] });
      const bearer = ruth.session.access_token;
      const { body } = await sign(OPAQUE, bearer);
      expect(await (await fetch(server.url + body.path)).text()).toBe('levelled');
      expect((await sign(OPAQUE)).status).toBe(403);
      expect((await sign(byName, bearer)).status).toBe(403);
      expect((await sign(byName, token)).status).toBe(200);
      expect((await fetch(server.url + OPAQUE)).status).toBe(403);
      await server.supabase(token).from('audio_content').update({ enabled: false }).eq('id', 1);
      expect((await sign(OPAQUE, bearer)).status).toBe(404);
    });

    test('follows its track from premium to free and back', async () => {
      const premium = (is_premium: boolean) =>
        server.supabase(token).from('audio_content').update({ is_premium }).eq('id', 1);
      await premium(false);
      expect(await openFiles()).toEqual(FILES.filter((file) => file !== 'draft'));
      expect(JSON.stringify(await eventsFromTheBeginning())).toContain(pathOf('levelled'));
      await premium(true);
      expect(await openFiles()).toEqual(['free', 'free-before']);
      expect(JSON.stringify(await eventsFromTheBeginning())).not.toContain(pathOf('levelled'));
      // The free track gets an older recording of the premium one, which makes that recording free.
      const moved = [
        { id: 1, audio_url: pathOf('draft') },
        { id: 2, audio_url: pathOf('older') },
      ];
      for (const { id, audio_url } of moved) {
        await server.supabase(token).from('audio_content').update({ audio_url }).eq('id', id);
      }
      expect(await openFiles()).toEqual(['older', 'free', 'free-before']);
      await server.supabase(token).from('audio_content').delete().eq('id', 1).throwOnError();
      expect(await openFiles()).toEqual(['older', 'free', 'free-before']);
    });
  });

  test('is opened and closed by the switch while the server runs, and change events name it only while it is open', async () => {
    await open();
    expect(await openFiles()).toEqual([...FILES]);
    const named = async () => JSON.stringify(await eventsFromTheBeginning());
    expect(await named()).toContain('first-');
    await turn(true);
    expect(await named()).not.toContain('first-');
    expect(await openFiles()).toEqual(['free', 'free-before']);
    await turn(false);
    expect(await named()).toContain('first-');
    expect(await openFiles()).toEqual([...FILES]);
  });

  // The test below does not depend on the engine: the gate reads no table.
  if (engine !== 'sqlite') return;

  test('is not handed to nginx', async () => {
    await open({ config: { PREMIUM_GATE: true, ACCEL_REDIRECT: '/_files/' } });
    const free = await fetch(server.url + pathOf('free'));
    expect(free.headers.get('x-accel-redirect')).toMatch(/^\/_files\/audio\/free-/);
    for (const file of ['original', 'levelled', 'older', 'first', 'draft'] as const) {
      const answer = await fetch(server.url + pathOf(file));
      expect([answer.status, answer.headers.get('x-accel-redirect')]).toEqual([403, null]);
    }
  });
});
