import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { LIMITS } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

interface Message {
  topic: string;
  event: string;
  ref: string | null;
  payload: Record<string, unknown>;
}

const server = await createTestServer();
const sockets: WebSocket[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const socket of sockets.splice(0)) socket.terminate();
});

/** A raw WebSocket client of the protocol, with serializer `vsn`. */
async function open(at: TestServer, vsn: '1.0.0' | '2.0.0' = '1.0.0', query = '') {
  const address = at.url.replace('http', 'ws') + API_PATHS.realtimeSocket;
  const key = at.deps.config.ANON_KEY;
  const socket = new WebSocket(`${address}?apikey=${key}&vsn=${vsn}${query}`);
  sockets.push(socket);
  const messages: Message[] = [];
  let closed: number | undefined;
  socket.on('close', (code) => {
    closed = code;
  });
  socket.on('message', (data) => {
    const json = JSON.parse(String(data));
    if (!Array.isArray(json)) return messages.push(json);
    const [, ref, topic, event, payload] = json;
    return messages.push({ ref, topic, event, payload });
  });
  await once(socket, 'open');
  return {
    socket,
    messages,
    closed: () => closed,
    send(topic: string, event: string, payload: unknown = {}, ref = '1') {
      const form =
        vsn === '1.0.0' ? { topic, event, payload, ref } : ['7', ref, topic, event, payload];
      socket.send(JSON.stringify(form));
    },
    async reply(ref = '1') {
      await expect.poll(() => messages.some((message) => message.ref === ref)).toBe(true);
      return messages.find((message) => message.ref === ref);
    },
  };
}

const TOPIC = 'realtime:public:audio_content';
const JOIN = { config: { postgres_changes: [{ event: '*', schema: 'public' }] } };
const addTrack = (at: TestServer, overrides = {}) =>
  insertRows(at.db, { audio_content: [buildTrack(overrides)] });

describe('the socket for existing clients', () => {
  test('sends columns with their types, and the ids of the subscriptions', async () => {
    const server = await createTestServer();
    const { send, reply, messages } = await open(server, '2.0.0');
    send(TOPIC, 'phx_join', JOIN);
    expect(await reply()).toMatchObject({
      event: 'phx_reply',
      payload: {
        status: 'ok',
        response: { postgres_changes: [{ id: 1, event: '*', schema: 'public' }] },
      },
    });
    await addTrack(server, { title: 'New' });
    await expect.poll(() => messages.at(-1)?.event).toBe('postgres_changes');
    expect(messages[1]).toMatchObject({
      event: 'system',
      payload: { status: 'ok', extension: 'postgres_changes', channel: 'public:audio_content' },
    });
    const columns = expect.arrayContaining([
      { name: 'id', type: 'int4' },
      { name: 'enabled', type: 'bool' },
      { name: 'created_at', type: 'timestamptz' },
    ]);
    expect(messages.at(-1)?.payload).toMatchObject({
      ids: [1],
      data: { type: 'INSERT', columns, record: { title: 'New', enabled: true }, errors: null },
    });
  });

  test('answers version 1 of the client in its own format: the table in the topic, the change as event', async () => {
    const server = await createTestServer();
    const { send, reply, messages } = await open(server);
    send(TOPIC, 'phx_join', { user_token: server.deps.config.ANON_KEY });
    expect(await reply()).toMatchObject({ payload: { status: 'ok', response: {} } });
    send(`${TOPIC}:title=eq.Mine`, 'phx_join', {}, '2');
    await reply('2');
    send('realtime:*', 'phx_join', {}, '3');
    await reply('3');
    await addTrack(server, { title: 'Other' });
    await addTrack(server, { title: 'Mine' });
    await expect.poll(() => messages.filter(({ event }) => event === 'INSERT').length).toBe(5);
    const heard = messages
      .filter(({ event }) => event === 'INSERT')
      .map(({ topic, payload }) => [topic, (payload['record'] as { title: string }).title]);
    expect(heard).toEqual([
      [TOPIC, 'Other'],
      ['realtime:*', 'Other'],
      [TOPIC, 'Mine'],
      [`${TOPIC}:title=eq.Mine`, 'Mine'],
      ['realtime:*', 'Mine'],
    ]);
  });

  test.each([
    ['id=gte.10,id=lt.11,id=neq.9', [10]],
    ['id=lte.10,id=gt.9', [10]],
    ['id=not.in.(9,10)', [11]],
    ['created_at=gt.2026-06-01', [11]],
    ['is_premium=eq.true', [10]],
    ['title=eq."a, b"', [9]],
  ])('filters by %s', async (filter, ids) => {
    await server.db.kysely.deleteFrom('audio_content').execute();
    const { send, reply, messages } = await open(server);
    const binding = { event: 'INSERT', schema: 'public', table: 'audio_content' };
    send(TOPIC, 'phx_join', { config: { postgres_changes: [{ ...binding, filter }] } });
    send('realtime:all', 'phx_join', { config: { postgres_changes: [binding] } }, '2');
    await reply('2');
    await addTrack(server, { id: 9, title: 'a, b', created_at: '2026-01-01T00:00:00.000Z' });
    await addTrack(server, { id: 10, is_premium: true, created_at: '2026-05-31T23:59:59.000Z' });
    await addTrack(server, { id: 11, created_at: '2026-06-02T00:00:00.000Z' });
    const changes = (topic: string) =>
      messages.filter((one) => one.event === 'postgres_changes' && one.topic === topic);
    await expect.poll(() => changes('realtime:all').length).toBe(3);
    const heard = changes(TOPIC).map(
      ({ payload }) => (payload['data'] as { record: { id: number } }).record.id,
    );
    expect(heard).toEqual(ids);
  });

  test('answers heartbeats, refuses unsupported messages with a reason, and closes on leave', async () => {
    const { send, reply, messages } = await open(server, '2.0.0');
    send('phoenix', 'heartbeat', {}, 'beat');
    expect((await reply('beat'))?.payload).toEqual({ status: 'ok', response: {} });
    send(TOPIC, 'broadcast', {}, 'early');
    expect((await reply('early'))?.payload).toMatchObject({
      response: { reason: 'unmatched topic' },
    });
    send(TOPIC, 'phx_join', { config: { broadcast: { ack: true } } });
    await reply();
    for (const event of ['broadcast', 'presence', 'postgres_insert']) {
      send(TOPIC, event, { type: event }, event);
      expect((await reply(event))?.payload).toEqual({
        status: 'error',
        response: { reason: expect.stringContaining('broadcast and presence are not available') },
      });
    }
    send(TOPIC, 'phx_leave', {}, 'bye');
    expect((await reply('bye'))?.payload).toMatchObject({ status: 'ok' });
    await expect.poll(() => messages.at(-1)?.event).toBe('phx_close');
  });

  test('accepts a new token for a channel, ends a channel whose token is no longer valid, and sends an admin the hidden tracks', async () => {
    const server = await createTestServer();
    const mary = await signUp(server);
    const { send, reply, messages } = await open(server);
    const binding = { event: '*', schema: 'public', table: 'profiles' };
    send('realtime:mine', 'phx_join', { config: { postgres_changes: [binding] } });
    await reply();
    send('realtime:mine', 'access_token', { access_token: mary.session.access_token }, '2');
    expect((await reply('2'))?.payload).toMatchObject({ status: 'ok' });
    await mary.client.from('profiles').upsert({ id: mary.user.id, username: 'Mary' });
    await expect.poll(() => messages.at(-1)?.event).toBe('postgres_changes');
    send('realtime:mine', 'access_token', { access_token: 'a.b.c' }, '3');
    expect((await reply('3'))?.payload).toMatchObject({ status: 'error' });
    await expect.poll(() => messages.at(-1)?.event).toBe('phx_error');
    send(TOPIC, 'phx_join', { ...JOIN, access_token: await fetchAdminToken(server) }, '4');
    await reply('4');
    await addTrack(server, { enabled: false });
    await expect
      .poll(() => messages.map(({ topic, event }) => `${event} ${topic}`))
      .toContain(`postgres_changes ${TOPIC}`);
  });
});

describe('a hostile client of the socket', () => {
  test('is refused if it joins with an invalid token', async () => {
    const { send, reply } = await open(server);
    send(TOPIC, 'phx_join', { ...JOIN, access_token: 'a\nb' });
    expect((await reply())?.payload).toMatchObject({ status: 'error' });
  });

  test.each([
    ['no JSON', 'hello'],
    ['a topic of another type', '{"topic":{},"event":"phx_join","payload":{},"ref":"1"}'],
    ['deep nesting', '['.repeat(60_000)],
    ['a binary header longer than its message', Buffer.from([3, 255, 255, 255, 1])],
  ])(
    'gets a response or is disconnected if it sends %s, and the server keeps running',
    async (_, frame) => {
      const { socket, closed, messages } = await open(server, '2.0.0');
      socket.send(frame);
      await expect.poll(() => closed() ?? messages.length).toBeTruthy();
      const { send, reply } = await open(server);
      send('phoenix', 'heartbeat');
      expect((await reply())?.payload).toMatchObject({ status: 'ok' });
    },
  );

  test.each([
    ['an unknown operator', { filter: 'title=fts.a' }, 'A filter can use eq'],
    ['a value of another type', { filter: 'id=eq.abc' }, 'invalid input syntax for type integer'],
    ['a list that is too long', { filter: `id=in.(${[...Array(101).keys()]})` }, 'at most 100'],
    [
      'a filter of very many conditions',
      { filter: `${'title=neq.a,'.repeat(10)}id=gt.0` },
      'at most 10 conditions',
    ],
    ['a filter on JSON', { filter: 'chapters=eq.1' }, 'not JSON'],
    ['another schema', { schema: 'auth' }, 'no schema auth is published'],
    ['an unpublished table', { table: 'users' }, "Could not find the table 'public.users'"],
    ['a filter without a table', { table: '*', filter: 'id=eq.1' }, 'a filter needs a table'],
    ['an unknown event', { event: 'TRUNCATE' }, 'Invalid option'],
  ])('%s is refused with a reason', async (_, part, reason) => {
    const { send, reply } = await open(server);
    const binding = { event: '*', schema: 'public', table: 'audio_content', ...part };
    send(TOPIC, 'phx_join', { config: { postgres_changes: [binding] } });
    expect((await reply())?.payload).toEqual({
      status: 'error',
      response: { reason: expect.stringContaining(reason) },
    });
  });

  test('is limited in the total length of filters over all its channels', async () => {
    const server = await createTestServer();
    const { send, reply } = await open(server);
    const filter = `title=eq.${'x'.repeat(8_000)}`;
    const binding = { event: '*', schema: 'public', table: 'audio_content', filter };
    const join = { config: { postgres_changes: [binding] } };
    const fits = Math.floor(LIMITS.socketFilters / filter.length);
    for (let index = 0; index <= fits; index += 1) {
      send(`realtime:${index}`, 'phx_join', join, `${index}`);
    }
    expect((await reply(`${fits - 1}`))?.payload).toMatchObject({ status: 'ok' });
    expect((await reply(`${fits}`))?.payload).toMatchObject({ status: 'error' });
    send('realtime:0', 'phx_leave', {}, 'left');
    await reply('left');
    send('realtime:again', 'phx_join', join, 'again');
    expect((await reply('again'))?.payload).toMatchObject({ status: 'ok' });
  });

  test('gives other requests a turn between the messages of one packet', async () => {
    const server = await createTestServer();
    const { socket, messages } = await open(server, '2.0.0');
    let turns = 0;
    let ends = false;
    const count = () => {
      turns += 1;
      if (!ends) setImmediate(count);
    };
    setImmediate(count);
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, key) => [`k${key}`, 1]));
    const text = JSON.stringify([null, '1', 'phoenix', 'heartbeat', wide]);
    const before = turns;
    for (let index = 0; index < 200; index += 1) socket.send(text);
    await expect.poll(() => messages.length).toBe(200);
    ends = true;
    expect(turns - before).toBeGreaterThan(200);
  });

  test('is limited in the number of channels and messages, and in message size', async () => {
    const server = await createTestServer();
    const first = await open(server);
    for (let index = 0; index <= LIMITS.channelsPerSocket; index += 1) {
      first.send(`realtime:${index}`, 'phx_join', JOIN, String(index));
    }
    const last = await first.reply(String(LIMITS.channelsPerSocket));
    expect(last?.payload).toMatchObject({
      status: 'error',
      response: { reason: 'One connection joins at most 50 channels.' },
    });
    for (let index = 0; index < LIMITS.messagesPer10s; index += 1) first.send('x', 'y');
    await expect.poll(first.closed).toBe(1008);
    const second = await open(server);
    second.socket.send('x'.repeat(LIMITS.socketMessageBytes + 1));
    await expect.poll(second.closed).toBe(1009);
  });

  test('cannot open too many sockets from one address, until one is closed', async () => {
    const server = await createTestServer({ config: { STREAMS_PER_ADDRESS: 2 } });
    const first = await open(server);
    await open(server);
    await expect(open(server)).rejects.toThrow('429');
    first.socket.terminate();
    await expect.poll(() => open(server).catch(() => undefined)).toBeDefined();
  });

  test('cannot open too many sockets as one user, until one is closed', async () => {
    const server = await createTestServer();
    const mary = await signUp(server);
    const join = async () => {
      const one = await open(server);
      one.send(TOPIC, 'phx_join', { ...JOIN, access_token: mary.session.access_token });
      return { one, payload: (await one.reply())?.payload };
    };
    const first = await join();
    expect(first.payload).toMatchObject({ status: 'ok' });
    const others = await Promise.all(Array.from({ length: LIMITS.streamsPerPerson - 1 }, join));
    expect(others.map(({ payload }) => payload?.['status'])).toEqual(others.map(() => 'ok'));
    expect((await join()).payload).toEqual({
      status: 'error',
      response: { reason: 'Too many event streams are open from this person.' },
    });
    first.one.socket.terminate();
    await expect.poll(async () => (await join()).payload?.['status']).toBe('ok');
  });

  test('is refused under a foreign host name, with an invalid key, and in an unknown version', async () => {
    const upgrade = async (path: string, headers = {}) => {
      const outgoing = request(server.url + path, {
        headers: {
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
          ...headers,
        },
      });
      outgoing.end();
      const [answer] = await once(outgoing, 'response');
      return answer.resume().statusCode;
    };
    const path = API_PATHS.realtimeSocket;
    expect(await upgrade(path, { Host: 'evil.example' })).toBe(421);
    expect(await upgrade(`${path}?apikey=a.b.c`)).toBe(401);
    expect(await upgrade(`${path}?vsn=3.0.0`)).toBe(400);
    expect(await upgrade(path, { 'Sec-WebSocket-Version': '1' })).toBe(400);
  });

  test('is disconnected after a minute unless it has joined a channel', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const server = await createTestServer();
    const [idle, joined] = [await open(server), await open(server)];
    joined.send(TOPIC, 'phx_join', JOIN);
    await joined.reply();
    idle.send('phoenix', 'heartbeat');
    await idle.reply();
    vi.advanceTimersByTime(LIMITS.socketIdleMs);
    await expect.poll(idle.closed).toBe(1000);
    expect(joined.closed()).toBeUndefined();
  });

  test('does not stop the server if it disconnects during the handshake', async () => {
    for (let index = 0; index < 20; index += 1) {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(
        `GET ${API_PATHS.realtimeSocket} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
        () => socket.resetAndDestroy(),
      );
      await once(socket, 'close');
    }
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  });

  test('costs limited memory if it does not read, and other clients get every change', async () => {
    const server = await createTestServer();
    const slow = await open(server);
    for (let index = 0; index < 40; index += 1) slow.send(`realtime:${index}`, 'phx_join', JOIN);
    await slow.reply();
    slow.socket.pause();
    const reader = await open(server);
    reader.send(TOPIC, 'phx_join', JOIN);
    await reader.reply();
    const before = process.memoryUsage().rss;
    const rows = Array.from({ length: 40 }, () => buildTrack({ transcript: 'x'.repeat(20_000) }));
    for (let index = 0; index < 10; index += 1)
      await insertRows(server.db, { audio_content: rows });
    const changes = () =>
      reader.messages.filter(({ event }) => event === 'postgres_changes').length;
    await expect.poll(changes, { timeout: 20_000 }).toBe(400);
    // 40 channels × 400 changes × 20 KB would be 320 MB.
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});
