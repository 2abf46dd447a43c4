import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HEARTBEAT_MS, LIMITS } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { readChanges } from '#db/change-log.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

const TRACKS = '?table=audio_content';
const LONG = { transcript: 'x'.repeat(20_000) };
/** The maximum text length, so that the log grows by megabytes. */
const LONGEST = { transcript: 'x'.repeat(200_000) };

afterEach(() => void vi.useRealTimers());

async function open({ url }: TestServer, query = TRACKS, headers: Record<string, string> = {}) {
  const reader = await openEventReader(url + API_PATHS.changes + query, { headers });
  onTestFinished(() => reader.close());
  return reader;
}
const asUser = ({ session }: SignedIn) => ({ authorization: `Bearer ${session.access_token}` });

/** Requests a stream without reading it. */
function openLazyReader(server: TestServer): Socket {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  socket.pause();
  socket.write(`GET ${API_PATHS.changes}${TRACKS} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return socket;
}

async function countStreams({ url }: TestServer): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^event_streams_open (\d+)$/m.exec(metrics)?.[1]);
}

const tracks = (count: number, overrides = {}) => ({
  audio_content: Array.from({ length: count }, () => buildTrack(overrides)),
});
const addTrack = ({ db }: TestServer, overrides = {}) => insertRows(db, tracks(1, overrides));

describe.each(ENGINES)('changes on %s', (engine) => {
  test('[W3] every insert, update and delete reaches the reader in order, with the row as a read returns it', async () => {
    const server = await createTestServer({ engine });
    const reader = await open(server);
    await addTrack(server, { title: 'First' });
    const [row] = await (await fetch(`${server.url}${API_PATHS.tables}/audio_content`)).json();
    await server.db.kysely.updateTable('audio_content').set({ title: 'Second' }).execute();
    await server.db.kysely.deleteFrom('audio_content').execute();

    await reader.event(2);
    expect(reader.events.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    const [inserted, updated, deleted] = reader.events;
    expect(inserted?.data).toEqual({
      schema: 'public',
      table: 'audio_content',
      type: 'INSERT',
      record: row,
      old_record: {},
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
    expect(updated?.data).toMatchObject({
      record: { title: 'Second' },
      old_record: { title: 'First' },
    });
    expect(deleted?.data).toMatchObject({ record: {}, old_record: { title: 'Second' } });
    const ids = reader.events.map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  test('[W3] a burst far larger than one batch arrives complete, for new and returning readers', async () => {
    const server = await createTestServer({ engine });
    const live = await open(server);
    const start = live.lastId();
    const titles = Array.from({ length: 700 }, (_, index) => `T${index}`);
    await insertRows(server.db, { audio_content: titles.map((title) => buildTrack({ title })) });
    await live.event(699);
    const late = await open(server, TRACKS, { 'last-event-id': String(start) });
    await late.event(699);
    expect(live.events.map(({ data }) => data.record?.['title'])).toEqual(titles);
    expect(late.events.map(({ data }) => data.record?.['title'])).toEqual(titles);
  });
});

test.each(['1', '999999'])(
  'a reader gets a reset if its position %s is not in the log',
  async (id) => {
    const server = await createTestServer({ rows: tracks(3) });
    await server.db.kysely.deleteFrom('change_log').where('id', '<=', 2).execute();
    const lost = await open(server, TRACKS, { 'last-event-id': id });
    expect((await lost.event(0)).event).toBe('reset');
    await addTrack(server, { title: 'Next' });
    expect((await lost.event(1)).data.record?.['title']).toBe('Next');
    const whole = await open(server, TRACKS, { 'last-event-id': '2' });
    expect((await whole.event(0)).event).toBe('INSERT');
  },
);

describe.each(ENGINES)('a reader who missed many events, on %s,', (engine) => {
  test.each([
    ['many changes', 2_001, {}],
    ['many bytes', 25, LONGEST],
  ])('%s, receives a reset, and continues from now', async (_, count, overrides) => {
    const server = await createTestServer({ engine });
    for (let left = count; left > 0; left -= 500) {
      await insertRows(server.db, tracks(Math.min(left, 500), overrides));
    }
    const reader = await open(server, TRACKS, { 'last-event-id': '0' });
    await expect.poll(() => reader.events.at(-1)?.event).toBe('reset');
    const before = reader.events.length;
    expect(before).toBeLessThan(25);
    expect(reader.events.at(-1)?.id).toBe(count);
    await addTrack(server, { title: 'Next' });
    expect((await reader.event(before)).data.record?.['title']).toBe('Next');
  });

  test('gets all missed events within the limit, even if a single change is large', async () => {
    const server = await createTestServer({ engine, rows: tracks(12, LONGEST) });
    const reader = await open(server, TRACKS, { 'last-event-id': '0' });
    await reader.event(11);
    expect(reader.events.map(({ event }) => event)).toEqual(Array(12).fill('INSERT'));
  });

  test('costs the server no more memory at a time than one batch', async () => {
    const db = await createTestDatabase(engine, tracks(12, LONGEST));
    const limits = { rows: 200, bytes: 1024 * 1024 };
    const ends: number[] = [];
    for (let after = 0; after < 12; after = ends.at(-1) ?? 12) {
      const { rows, upTo } = await readChanges(db, { after, upTo: 12 }, limits);
      expect(rows.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(limits.bytes);
      expect(rows.at(-1)?.id).toBe(upTo);
      ends.push(upTo);
    }
    expect(ends).toEqual([5, 10, 12]);
  });
});

describe('a stream', () => {
  const controlHeartbeats = () => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });

  test('whose client does not read is cut off, without affecting other clients', async () => {
    controlHeartbeats();
    const server = await createTestServer();
    const reader = await open(server);
    const slow = openLazyReader(server);
    await expect.poll(() => countStreams(server)).toBe(2);
    for (let index = 0; index < 20; index += 1) await insertRows(server.db, tracks(40, LONG));
    await reader.event(799);
    vi.advanceTimersByTime(2 * HEARTBEAT_MS);
    await expect.poll(() => countStreams(server)).toBe(1);
    expect(slow.destroyed).toBe(false);
  });

  test('delivers everything to a slow client, at the client’s pace', async () => {
    const server = await createTestServer();
    const slow = openLazyReader(server);
    let text = '';
    slow.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    slow.pause();
    await expect.poll(() => countStreams(server)).toBe(1);
    for (let index = 0; index < 20; index += 1) await insertRows(server.db, tracks(40, LONG));
    slow.resume();
    await expect.poll(() => text.split('event: INSERT').length - 1, { timeout: 15_000 }).toBe(800);
  });

  test('is ended at the next heartbeat after its token has expired; an anonymous one stays open', async () => {
    controlHeartbeats();
    const server = await createTestServer();
    const mary = await open(server, '?table=favorites', asUser(await signUp(server)));
    await open(server);
    server.clock.advance(2 * 60 * 60_000);
    vi.advanceTimersByTime(HEARTBEAT_MS);
    await mary.ended;
    await expect.poll(() => countStreams(server)).toBe(1);
  });

  test('is kept open by heartbeats that advance its position past hidden changes', async () => {
    controlHeartbeats();
    const server = await createTestServer();
    const guest = await open(server);
    await addTrack(server, { enabled: false });
    const lastId = () => {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      return guest.lastId();
    };
    await expect.poll(lastId).toBe(1);
    expect(guest.events).toEqual([]);
  });

  test('may be opened by a page that cannot send headers, with its tokens in the address', async () => {
    const server = await createTestServer();
    const token = await fetchAdminToken(server);
    const { ANON_KEY } = server.deps.config;
    const reader = await open(server, `${TRACKS}&access_token=${token}&apikey=${ANON_KEY}`);
    await addTrack(server, { enabled: false });
    expect((await reader.event(0)).event).toBe('INSERT');
  });

  test.each([
    ['', 400, 'table_missing'],
    ['?table=', 400, 'table_missing'],
    ['?table=users', 404, 'PGRST205'],
    ['?table=audio_content,sqlite_master', 404, 'PGRST205'],
    [`?table=${Array(17).fill('audio_content').join()}`, 400, 'too_many_tables'],
  ])('is refused for %s', async (query, status, code) => {
    const { url } = await createTestServer();
    const answer = await fetch(url + API_PATHS.changes + query);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, hint: null });
  });

  test('is refused to a user with too many; other users are not affected', async () => {
    const config = { STREAMS_PER_ADDRESS: LIMITS.streamsPerPerson + 2 };
    const server = await createTestServer({ config });
    const [mary, ruth] = [await signUp(server), await signUp(server)];
    const query = '?table=favorites';
    for (let count = 0; count < LIMITS.streamsPerPerson; count += 1)
      await open(server, query, asUser(mary));
    // A refused request does not use up the address's quota.
    for (const _ of [1, 2, 3]) {
      const address = server.url + API_PATHS.changes + query;
      const refused = await fetch(address, { headers: asUser(mary) });
      expect([refused.status, (await refused.json()).message]).toEqual([
        429,
        'Too many event streams are open from this person.',
      ]);
    }
    expect((await open(server, query, asUser(ruth))).status).toBe(200);
    expect((await open(server)).status).toBe(200);
  });

  test('is refused to an IPv6 network with too many, until one is closed', async () => {
    const server = await createTestServer({ config: { TRUST_PROXY: 1, STREAMS_PER_ADDRESS: 1 } });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const first = await open(server, TRACKS, from('2001:db8::1'));
    const second = { headers: from('2001:db8::2') };
    expect((await fetch(server.url + API_PATHS.changes + TRACKS, second)).status).toBe(429);
    expect((await open(server, TRACKS, from('2001:db8:0:1::1'))).status).toBe(200);
    first.close();
    await expect.poll(() => countStreams(server)).toBe(1);
    expect((await open(server, TRACKS, second.headers)).status).toBe(200);
  });
});
