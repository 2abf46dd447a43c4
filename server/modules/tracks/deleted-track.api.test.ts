import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('[D1] a deleted track, on %s', (engine) => {
  let server: TestServer;
  let ruth: SignedIn;
  let token: string;
  beforeEach(async () => {
    const rows = { audio_content: [buildTrack(), buildTrack({ title: 'Stays' })] };
    const db = await createTestDatabase(engine, rows, { inFile: true });
    server = await createTestServer({ engine, deps: { db } });
    ruth = await signUp(server);
    token = await fetchAdminToken(server);
    const each = [1, 2].map((content_id) => ({ user_id: ruth.user.id, content_id }));
    await insertRows(db, {
      favorites: each,
      user_activity: each.map((row) => ({ ...row, action_type: 'play' as const })),
      playback_positions: each.map((row) => ({ ...row, position_seconds: 5 })),
    });
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

  test('has an id that no later track gets', async () => {
    const { kysely } = server.deps.db;
    await kysely.deleteFrom('audio_content').execute();
    await insertRows(server.deps.db, { audio_content: [buildTrack()] });
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
