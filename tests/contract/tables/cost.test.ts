import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { TABLE_ERROR } from '#contract/constants/error-codes.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  ADMIN,
  createTablesServer,
  type TablesServer,
} from '#tests/support/servers/create-tables-server.ts';

const OWNER = sampleUuid('user', 1);
const OTHER = sampleUuid('user', 2);
const TRACKS = 1100;
/** 190 patterns against 20 kB, a thousand times: minutes of work. */
const patterns = Array.from({ length: 190 }, (_, index) => `*ä${index}b${index}ö*`).join(',');
const FOR_MINUTES = `transcript=ilike(any).{${encodeURIComponent(patterns)}}`;
/** The most frequent request, served from the cache. */
const KEPT = '/audio_content?select=id&order=id&limit=3';

describe.each(ENGINES)('on %s', (engine) => {
  let server: TablesServer;
  beforeAll(async () => {
    const transcript = 'Be still, and know. '.repeat(1000);
    server = await createTablesServer(engine, {
      inFile: true,
      rows: {
        users: [buildUser(1), buildUser(2)],
        audio_content: [buildTrack({ transcript })],
        consents: [{ user_id: OWNER, kind: 'play_log', granted: true, text_version: '1' }],
        favorites: [{ user_id: OWNER, content_id: 1 }],
      },
    });
    const { kysely } = server.db;
    await sql`
      with recursive n (i) as (select 2 union all select i + 1 from n where i < ${sql.lit(TRACKS)})
      insert into audio_content (title, category, duration, audio_url, transcript)
      select 'Track ' || i, 'BIRTHING', 60, audio_url, transcript
      from n join audio_content on audio_content.id = 1`.execute(kysely);
    await sql`
      with recursive n (i) as (select 1 union all select i + 1 from n where i < 1500)
      insert into user_activity (user_id, content_id, action_type)
      select ${OWNER}, 1, 'play' from n`.execute(kysely);
    await server.request(KEPT);
    await server.request(KEPT);
  });

  async function refusal(path: string, init: Parameters<TablesServer['request']>[1] = {}) {
    const answer = await server.request(path, init);
    const { code, message } = await answer.json();
    return { status: answer.status, code, message };
  }

  /** Number of sequential responses to a cached list during the attack. */
  async function answersDuring(attack: Promise<unknown>): Promise<number> {
    let isOver = false;
    const watched = attack.finally(() => {
      isOver = true;
    });
    let answers = 0;
    while (!isOver) {
      expect((await server.request(KEPT)).status).toBe(200);
      answers += 1;
    }
    await watched;
    return answers;
  }

  test('a response has a maximum size, which is smaller for CSV, because CSV is converted', async () => {
    const tooLarge = (bytes: number) => ({
      status: 413,
      code: '54000',
      message: `An answer may have ${bytes} bytes at most`,
    });
    expect(await refusal('/audio_content?limit=1000')).toEqual(tooLarge(LIMITS.answerBytes));
    const csv = await refusal('/audio_content?limit=200', { headers: { accept: 'text/csv' } });
    expect(csv).toEqual(tooLarge(LIMITS.rewrittenBytes));
    expect((await server.request('/audio_content?limit=200')).status).toBe(200);
  });

  // No case for a count or a DELETE: a read includes the count, and a DELETE finds rows as a PATCH does. The limit of a
  // change on PostgreSQL is tested below.
  test.each(engine === 'sqlite' ? ['GET', 'PATCH'] : ['GET'])(
    'a %s that would take minutes is ended by its limit, and no other request waits',
    async (method) => {
      const attack = server.request(`/audio_content?${FOR_MINUTES}`, {
        as: ADMIN,
        method,
        headers: { prefer: 'count=exact' },
        ...(method === 'PATCH' ? { body: '{"position":1}' } : {}),
      });
      const answers = await answersDuring(attack);
      const answer = await attack;
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: '57014' });
      // A blocked server would send one or two; even the busiest machine sends dozens.
      expect(answers).toBeGreaterThan(20);
    },
  );

  test('a request writes a limited number of rows, and others get their turn in between', async () => {
    const play = { user_id: OWNER, content_id: 1, action_type: 'play' };
    const post = (rows: number) => ({
      as: OWNER,
      method: 'POST',
      body: JSON.stringify(Array.from({ length: rows }, () => play)),
    });
    expect(await refusal('/user_activity', post(10_000))).toEqual({
      status: 413,
      code: '54000',
      message: `One request may write ${LIMITS.writtenRows} rows at most`,
    });
    // On a busy machine all responses may arrive at the end.
    const turns: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      const allowed = server.request('/user_activity', post(LIMITS.writtenRows));
      turns.push(await answersDuring(allowed));
      expect((await allowed).status).toBe(201);
    }
    expect(Math.max(...turns)).toBeGreaterThan(2);
    expect(await refusal('/audio_content?id=gt.0', { as: ADMIN, method: 'DELETE' })).toMatchObject({
      status: 413,
      code: '54000',
    });
  });

  // These limits apply before the database is asked.
  if (engine !== 'sqlite') return;

  test('one client never takes every slot: another client’s slow read is served meanwhile; reads end when their client disconnects', async () => {
    const gone = new AbortController();
    const attacks = Array.from({ length: 12 }, () =>
      server.request(`/audio_content?${FOR_MINUTES}`, { as: OWNER, signal: gone.signal }),
    );
    const outcomes = Promise.allSettled(attacks);
    const slow = (as: string) =>
      server.request('/audio_content?title=match.^Track 9%2B$&select=id', { as });
    const other = slow(OTHER);
    const first = await Promise.race([outcomes.then(() => 'attacks'), other.then(() => 'other')]);
    expect(first).toBe('other');
    expect(await (await other).json()).toEqual([{ id: 9 }, { id: 99 }, { id: 999 }]);
    gone.abort();
    await outcomes;
    // Twelve requests of two seconds each would block for half a minute.
    const started = performance.now();
    expect((await slow(OWNER)).status).toBe(200);
    expect(performance.now() - started).toBeLessThan(2 * LIMITS.readMs);
  });

  test('a relation back to a table on its path is refused before a query', async () => {
    const way = 'id,audio_content(user_activity(audio_content(user_activity(id))))';
    expect(await refusal(`/user_activity?select=${way}&limit=3`, { as: OWNER })).toEqual({
      status: 400,
      code: '54001',
      message: 'An embedded resource leads back to a table it comes from',
    });
  });

  test('the limits of nested lists are multiplied where their rows can repeat', async () => {
    const path = '/user_activity?select=id,audio_content(favorites(content_id))';
    expect(await refusal(path, { as: ADMIN })).toMatchObject({
      status: 400,
      code: '54001',
      message: expect.stringContaining(String(LIMITS.nestedRows)),
    });
    const limited = await server.request(`${path}&audio_content.favorites.limit=10`, { as: ADMIN });
    expect(limited.status).toBe(200);
  });

  test('too many simultaneous slow reads are refused with a 429 and a retry hint', async () => {
    const attacks = Array.from({ length: 40 }, () =>
      server.request(`/audio_content?${FOR_MINUTES}`, {
        as: OWNER,
        signal: AbortSignal.timeout(1500),
      }),
    );
    const outcomes = await Promise.allSettled(attacks);
    const refused = outcomes.flatMap((it) =>
      it.status === 'fulfilled' && it.value.status === 429 ? [it.value] : [],
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const { headers } of refused) expect(headers.get('retry-after')).toBe('2');
  });
});

test('on PostgreSQL a change that waits beyond its limit is refused with a retry hint, and saves nothing', async () => {
  const server = await createTablesServer('postgres', {
    statementMs: 200,
    rows: { audio_content: [buildTrack({ title: 'As it was' })] },
  });
  const { promise: isOver, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  // Another program's transaction, which our settings do not limit.
  const other = server.db.kysely.transaction().execute(async (trx) => {
    await sql`select id from audio_content for update`.execute(trx);
    hold();
    await isOver;
  });
  await isHeld;
  const change = await server.request('/audio_content?id=eq.1', {
    as: ADMIN,
    method: 'PATCH',
    body: '{"title":"Otherwise"}',
  });
  release();
  await other;
  expect(change.status).toBe(503);
  expect(change.headers.get('retry-after')).toBe('5');
  expect(await change.json()).toMatchObject({
    code: TABLE_ERROR.busy,
    message: expect.stringContaining('nothing was saved'),
    hint: null,
  });
  const after = await server.request('/audio_content?select=title');
  expect(await after.json()).toEqual([{ title: 'As it was' }]);
});
