import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicObjectPath } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

const pathOf = (name: string) => publicObjectPath('audio', `${name}-0123456789abcdef.mp3`);
const [ORIGINAL, LEVELLED, OTHER] = ['original', 'levelled', 'other'].map(pathOf);

describe.each(ENGINES)('[D1] a deleted track, on %s', (engine) => {
  let server: TestServer;
  let ruth: SignedIn;
  let token: string;
  beforeEach(async () => {
    const db = await createTestDatabase(engine, {}, { inFile: true });
    server = await createTestServer({ engine, deps: { db }, config: { PREMIUM_GATE: true } });
    ruth = await signUp(server);
    token = await fetchAdminToken(server);
    await insertRows(server.deps.db, {
      audio_content: [
        buildTrack({ title: 'Hers', audio_url: ORIGINAL ?? '', is_premium: true }),
        buildTrack({ title: 'Stays', audio_url: OTHER ?? '' }),
      ],
    });
    await server.supabase(token).from('audio_content').update({ audio_url: LEVELLED }).eq('id', 1);
    const each = [1, 2].map((content_id) => ({ user_id: ruth.user.id, content_id }));
    await insertRows(server.deps.db, {
      favorites: each,
      user_activity: each.map((row) => ({ ...row, action_type: 'play' as const })),
      playback_positions: each.map((row) => ({ ...row, position_seconds: 5 })),
      recordings: [
        { path: ORIGINAL ?? '', bytes: 8, state: 'levelled', levelled_path: LEVELLED ?? null },
      ],
    });
    const folder = join(server.deps.config.STORAGE_DIR, 'audio');
    mkdirSync(folder, { recursive: true });
    for (const path of [ORIGINAL, LEVELLED, OTHER]) {
      writeFileSync(join(folder, String(path).split('/').at(-1) ?? ''), 'sound');
    }
  });

  const remove = () =>
    server.supabase(token).from('audio_content').delete().eq('id', 1).throwOnError();
  const tracksIn = async (table: 'favorites' | 'user_activity' | 'playback_positions') => {
    const rows = await server.deps.db.kysely.selectFrom(table).select('content_id').execute();
    return rows.map(({ content_id }) => content_id);
  };

  test('is deleted with the users’ data about it; the data about another track remains', async () => {
    await remove();
    const { kysely } = server.deps.db;
    expect(await tracksIn('favorites')).toEqual([2]);
    expect(await tracksIn('user_activity')).toEqual([2]);
    expect(await tracksIn('playback_positions')).toEqual([2]);
    const counts = await kysely.selectFrom('play_counts').select(['content_id', 'span']).execute();
    expect(counts.map(({ content_id }) => content_id)).toEqual([2, 2]);
    const days = await kysely.selectFrom('play_days').select('plays').execute();
    expect(days).toEqual([{ plays: 2 }]);
  });

  test('leaves a record of its files, so that premium files still require a plan', async () => {
    await remove();
    const { kysely } = server.deps.db;
    const files = await kysely.selectFrom('track_files').selectAll().orderBy('path').execute();
    expect(files.filter(({ track_id }) => track_id === 1)).toEqual([
      { path: LEVELLED, track_id: 1, is_premium: true },
      { path: ORIGINAL, track_id: 1, is_premium: true },
    ]);
    const recordings = await kysely.selectFrom('recordings').select('levelled_path').execute();
    expect(recordings).toEqual([{ levelled_path: LEVELLED }]);
    const statuses = [ORIGINAL, LEVELLED, OTHER].map(
      async (path) => (await fetch(server.url + path)).status,
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 200]);
  });

  test('has an id that no later track gets', async () => {
    const { kysely } = server.deps.db;
    await kysely.deleteFrom('audio_content').execute();
    await insertRows(server.deps.db, {
      audio_content: [buildTrack({ audio_url: ORIGINAL ?? '' })],
    });
    expect(await kysely.selectFrom('audio_content').select('id').execute()).toEqual([{ id: 3 }]);
  });

  // On PostgreSQL the deletion runs in another process.
  if (engine !== 'sqlite') return;

  test('does not block other requests while its 30,000 plays are deleted', async () => {
    await sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 30000)
      insert into user_activity (user_id, content_id, action_type)
      select ${ruth.user.id}, 1, 'play' from n`.execute(server.deps.db.kysely);
    let isOver = false;
    const removal = remove().then(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
      answers += 1;
    }
    await removal;
    expect(await tracksIn('user_activity')).toEqual([2]);
    expect(answers).toBeGreaterThan(5);
  });
});
