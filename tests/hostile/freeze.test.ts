import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

const PLAYS = 20_000;

// Tests SQLite only, because PostgreSQL computes in another process. Uses a file, because an in-memory database has a
// single connection.
test('[Q3] the erasure of a user with many plays and log entries does not delay the health check', async () => {
  const rows = { audio_content: [buildTrack()] };
  const db = await createTestDatabase('sqlite', rows, { inFile: true });
  const server = await createTestServer({ deps: { db } });
  const { user } = await signUp(server);
  await sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(PLAYS)})
    insert into user_activity (user_id, content_id, action_type)
    select ${user.id}, 1, 'play' from n`.execute(db.kysely);
  let isOver = false;
  const removal = send(server, `${API_PATHS.auth}/admin/users/${user.id}`, {
    bearer: await fetchAdminToken(server),
    method: 'DELETE',
  }).finally(() => {
    isOver = true;
  });
  let answers = 0;
  while (!isOver) {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    answers += 1;
  }
  expect((await removal).status).toBe(200);
  expect(answers).toBeGreaterThan(8);
});
