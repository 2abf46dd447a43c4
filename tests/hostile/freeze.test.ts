import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { AppDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { watchHealth } from '#tests/support/servers/health-watch.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

const TRACKS = 1_000;
const PLAYS = 20_000;
const SUBSCRIBERS = 5_000;

/** 190 patterns against 20 kB, a thousand times: minutes of work. */
const patterns = Array.from({ length: 190 }, (_, index) => `*ä${index}b${index}ö*`).join(',');
const FOR_MINUTES = `audio_content?transcript=ilike(any).{${encodeURIComponent(patterns)}}`;
const LONG_LIST = Array.from({ length: 2_000 }, (_, index) => index).join();
const MANY_OTHERS = Array.from({ length: 199 }, (_, index) => `duration.eq.${index}`).join();

const BY_USER = [
  `/rest/v1/${FOR_MINUTES}`,
  '/rest/v1/audio_content?limit=1000',
  '/rest/v1/audio_content?limit=100&order=transcript.desc&offset=500',
  `/rest/v1/audio_content?select=id&id=in.(${LONG_LIST})`,
  `/rest/v1/audio_content?select=id&or=(${MANY_OTHERS})&order=title`,
  '/rest/v1/audio_content?transcript=match.(a%2B)%2B$',
  '/rest/v1/user_activity?select=*,audio_content(*)&limit=1000',
  '/rest/v1/user_activity?select=id&order=action_type.desc&offset=19000&limit=1000',
  '/account-data?format=json',
  '/account-data?format=html',
];
const BY_THE_ADMIN = [
  `/rest/v1/${FOR_MINUTES}`,
  '/rest/v1/newsletter_subscribers?order=source.desc,email&offset=4000&limit=1000',
  '/admin/v1/dashboard?days=365',
  '/admin/v1/people/:user/counts',
  '/admin/v1/people/:user/export?format=html',
  '/admin/v1/tracks/1/counts',
  '/admin/v1/newsletter.csv?status=all',
  `${API_PATHS.auth}/admin/users?filter=e&per_page=1000`,
];

async function fill({ kysely }: AppDatabase, userId: string): Promise<void> {
  await sql`
    with recursive n (i) as (select 2 union all select i + 1 from n where i < ${sql.lit(TRACKS)})
    insert into audio_content (title, category, duration, audio_url, transcript)
    select 'Track ' || i, 'BIRTHING', 60, audio_url, transcript
    from n join audio_content on audio_content.id = 1`.execute(kysely);
  await sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(PLAYS)})
    insert into user_activity (user_id, content_id, action_type)
    select ${userId}, 1 + i % ${sql.lit(TRACKS)}, 'play' from n`.execute(kysely);
  await sql`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(SUBSCRIBERS)})
    insert into newsletter_subscribers (email, status, token_hash)
    select 'mother' || i || '@example.org', 'confirmed', 'hash' || i from n`.execute(kysely);
}

// On PostgreSQL another process computes; cost.test.ts limits both.
describe('[Q1] [Q3] the most expensive requests at once', () => {
  let server: TestServer;
  let ruth: SignedIn;
  let admin: string;
  beforeAll(async () => {
    const transcript = 'Be still, and know. '.repeat(1_000);
    const rows = { audio_content: [buildTrack({ transcript })] };
    // Uses a file: in memory SQLite has a single connection, for which every reader waits.
    const db = await createTestDatabase('sqlite', rows, { inFile: true });
    server = await createTestServer({ deps: { db } });
    ruth = await signUp(server);
    admin = await fetchAdminToken(server);
    await fill(db, ruth.user.id);
  }, 120_000);

  test('as reads of a new account and the admin delay neither the health check nor a cached list', async () => {
    const kept = `${server.url}/rest/v1/audio_content?select=id&order=id&limit=3`;
    for (let round = 0; round < 3; round += 1) await (await fetch(kept)).text();
    const ask = async (path: string, bearer: string) => {
      const answer = await send(server, path.replace(':user', ruth.user.id), {
        bearer,
        headers: { prefer: 'count=exact' },
      });
      await answer.text();
      return answer.status < 500 ? [] : [`${answer.status} ${path.slice(0, 80)}`];
    };
    const follow = async (bearer: string) => {
      const reader = await openEventReader(
        `${server.url}${API_PATHS.changes}?table=audio_content,favorites,notifications`,
        { headers: { authorization: `Bearer ${bearer}`, 'last-event-id': '0' } },
      );
      await reader.event(0);
      reader.close();
    };

    const others = await watchHealth(`${server.url}/healthz`, kept);
    const userToken = ruth.session.access_token;
    const failed = await Promise.all([
      ...BY_USER.map((path) => ask(path, userToken)),
      ...BY_THE_ADMIN.map((path) => ask(path, admin)),
    ]);
    await Promise.all([follow(userToken), follow(admin)]);
    const { rounds } = await others.take();
    others.stop();

    expect(failed.flat()).toEqual([]);
    // A blocked server would complete a few rounds; even the busiest machine completes dozens.
    expect(rounds).toBeGreaterThan(20);
  }, 120_000);

  test('as the erasure of a user with many plays and log entries do not delay the health check', async () => {
    let isOver = false;
    const removal = send(server, `${API_PATHS.auth}/admin/users/${ruth.user.id}`, {
      bearer: admin,
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
});
