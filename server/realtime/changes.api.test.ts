import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { LIMITS } from '#contract/constants/limits.ts';
import { readChanges } from '#db/change-log.ts';
import type { AppDatabase, Engine } from '#db/open.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { type Actor, ANON } from '#server/core/actors/actor.ts';
import { systemClock } from '#server/core/clock.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { createLiveSettings } from '#server/core/config/live-settings.ts';
import { AppError } from '#server/core/errors.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createTablesErrorSender } from '#server/http/error-handler.ts';
import { createDiskStore } from '#server/modules/storage/stores/disk-store.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
} from '#tests/support/databases/create-test-db.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import type { ChangeTable } from './change-table.ts';
import { createRealtime } from './changes.routes.ts';

const MARY = buildUser(1);
const RUTH = buildUser(2);

const tables: Record<string, ChangeTable> = {
  audio_content: {
    name: 'audio_content',
    columns: [],
    isSharedByRole: true,
    canSee: ({ role }, row) => role === 'service_role' || row['enabled'] === true,
    render: ({ id, title, enabled, transcript }) => ({ id, title, enabled, transcript }),
    version: () => 0,
  },
  profiles: {
    name: 'profiles',
    columns: [],
    isSharedByRole: false,
    canSee: ({ userId }, row) => row['id'] === userId,
    render: (row) => row,
    version: () => 0,
  },
  favorites: {
    name: 'favorites',
    columns: [],
    isSharedByRole: false,
    canSee: ({ userId }, row) => row['user_id'] === userId,
    render: (row) => row,
    version: () => 0,
  },
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The hub on a real port; the bearer token names the reader, and sessions in `ended` are refused. */
async function startHub(
  db: AppDatabase,
  settings: Record<string, string> = {},
  heartbeatMs?: number,
) {
  const logger = createLogger({ level: 'silent' });
  const ended = new Set<string>();
  const config = parseConfig({ JWT_SECRET: 'only for this test, nowhere else', ...settings });
  const realtime = createRealtime(
    {
      config,
      db,
      logger,
      clock: systemClock,
      mailer: { send: async () => undefined },
      store: createDiskStore('/nowhere'),
      settings: createLiveSettings({ config, db, logger }),
    },
    {
      refreshMasks: async () => undefined,
      addressOf: (req) => req.socket.remoteAddress ?? '',
      sendError: createTablesErrorSender(logger),
      findTable: (name) => tables[name],
      ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
      resolveActor: async ({ headers }) => readActor(headers.authorization, ended),
    },
  );
  const http = createServer(realtime.stream);
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  closing.push(async () => {
    realtime.close();
    http.closeAllConnections();
    http.close();
  });
  // A listening TCP server has an address of this form.
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return { url: `${origin}/realtime/v1/changes`, realtime, ended };
}

function readActor(authorization: string | undefined, ended: ReadonlySet<string>): Actor {
  const name = authorization?.replace('Bearer ', '');
  if (name === undefined) return ANON;
  if (ended.has(name)) throw new AppError({ status: 401, code: 'PGRST301', publicMessage: 'gone' });
  if (name === 'admin') return { role: 'service_role', userId: null, sessionId: null };
  return { role: 'authenticated', userId: name, sessionId: 's' };
}

const database = (engine: Engine) => createTestDatabase(engine, { users: [MARY, RUTH] });
const addTrack = (db: AppDatabase, overrides = {}) =>
  insertRows(db, { audio_content: [buildTrack(overrides)] });

const LONG = { transcript: 'x'.repeat(20_000) };

/** Requests a stream without reading it. */
function openLazyReader(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  closing.push(async () => void socket.destroy());
  socket.pause();
  socket.write('GET /realtime/v1/changes?table=audio_content HTTP/1.1\r\nHost: x\r\n\r\n');
  return socket;
}

async function open(url: string, headers: Record<string, string> = {}) {
  const reader = await openEventReader(url, { headers });
  closing.push(async () => reader.close());
  return reader;
}

describe.each(ENGINES)('changes on %s', (engine) => {
  test('[W3] every insert, update and delete reaches the reader in order, with the row as a read returns it', async () => {
    const db = await database(engine);
    const { url } = await startHub(db);
    const reader = await open(`${url}?table=audio_content`);
    await addTrack(db, { title: 'First' });
    await db.kysely.updateTable('audio_content').set({ title: 'Second' }).execute();
    await db.kysely.deleteFrom('audio_content').execute();

    await reader.event(2);
    expect(reader.events.map(({ event }) => event)).toEqual(['INSERT', 'UPDATE', 'DELETE']);
    const [inserted, updated, deleted] = reader.events;
    expect(inserted?.data).toEqual({
      schema: 'public',
      table: 'audio_content',
      type: 'INSERT',
      record: { id: expect.any(Number), title: 'First', enabled: true, transcript: null },
      old_record: {},
      commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/),
    });
    expect(updated?.data).toMatchObject({
      record: { title: 'Second' },
      old_record: { title: 'First' },
    });
    expect(deleted?.data).toMatchObject({ record: {}, old_record: { title: 'Second' } });
    expect(reader.events.map(({ id }) => id)).toEqual(
      reader.events.map(({ id }) => id).sort((a, b) => a - b),
    );
  });

  test('[W3] a reconnecting reader gets exactly the missed events', async () => {
    const db = await database(engine);
    const { url } = await startHub(db);
    const first = await open(`${url}?table=audio_content`);
    await addTrack(db, { title: 'Heard' });
    await first.event(0);
    first.close();
    await addTrack(db, { title: 'Missed' });
    await addTrack(db, { title: 'Missed too' });

    const second = await open(`${url}?table=audio_content`, {
      'last-event-id': String(first.lastId()),
    });
    await addTrack(db, { title: 'Live' });
    await second.event(2);
    expect(second.events.map(({ data }) => data.record?.['title'])).toEqual([
      'Missed',
      'Missed too',
      'Live',
    ]);
  });

  test('[W3] a burst far larger than one batch arrives complete, for new and returning readers', async () => {
    const db = await database(engine);
    const { url } = await startHub(db);
    const live = await open(`${url}?table=audio_content`);
    const start = live.lastId();
    await insertRows(db, {
      audio_content: Array.from({ length: 700 }, (_, index) => buildTrack({ title: `T${index}` })),
    });
    await live.event(699);
    const late = await open(`${url}?table=audio_content`, { 'last-event-id': String(start) });
    await late.event(699);
    const titles = Array.from({ length: 700 }, (_, index) => `T${index}`);
    expect(live.events.map(({ data }) => data.record?.['title'])).toEqual(titles);
    expect(late.events.map(({ data }) => data.record?.['title'])).toEqual(titles);
  });
});

describe('a reader whose position cannot be found', () => {
  test('gets a reset', async () => {
    const db = await database('sqlite');
    await addTrack(db);
    const { url } = await startHub(db);
    const reader = await open(`${url}?table=audio_content`, { 'last-event-id': '999999' });
    expect((await reader.event(0)).event).toBe('reset');
    await addTrack(db, { title: 'Next' });
    expect((await reader.event(1)).data.record?.['title']).toBe('Next');
  });

  test('gets a reset too if the log was pruned', async () => {
    const db = await database('sqlite');
    await insertRows(db, { audio_content: [buildTrack(), buildTrack(), buildTrack()] });
    await db.kysely.deleteFrom('change_log').where('id', '<=', 2).execute();
    const { url } = await startHub(db);
    const cut = await open(`${url}?table=audio_content`, { 'last-event-id': '1' });
    expect((await cut.event(0)).event).toBe('reset');
    const whole = await open(`${url}?table=audio_content`, { 'last-event-id': '2' });
    expect((await whole.event(0)).event).toBe('INSERT');
  });
});

describe.each(ENGINES)('a reader who missed many events, on %s,', (engine) => {
  const tracks = (count: number, overrides = {}) => ({
    audio_content: Array.from({ length: count }, () => buildTrack(overrides)),
  });
  /** The maximum text length, so that the log grows by megabytes. */
  const LONGEST = { transcript: 'x'.repeat(200_000) };

  test.each([
    ['many changes', 2_001, {}],
    ['many bytes', 25, LONGEST],
  ])('%s, receives a reset, and continues from now', async (_, count, overrides) => {
    const db = await database(engine);
    for (let left = count; left > 0; left -= 500) {
      await insertRows(db, tracks(Math.min(left, 500), overrides));
    }
    const { url } = await startHub(db);
    const reader = await open(`${url}?table=audio_content`, { 'last-event-id': '0' });
    await expect.poll(() => reader.events.at(-1)?.event).toBe('reset');
    const before = reader.events.length;
    expect(before).toBeLessThan(25);
    expect(reader.events.at(-1)?.id).toBe(count);
    await addTrack(db, { title: 'Next' });
    expect((await reader.event(before)).data.record?.['title']).toBe('Next');
  });

  test('gets all missed events within the limit, however large a single change is', async () => {
    const db = await database(engine);
    await insertRows(db, tracks(12, LONGEST));
    const { url } = await startHub(db);
    const reader = await open(`${url}?table=audio_content`, { 'last-event-id': '0' });
    await reader.event(11);
    expect(reader.events.map(({ event }) => event)).toEqual(Array(12).fill('INSERT'));
  });

  test('costs the server no more memory at a time than one batch', async () => {
    const db = await database(engine);
    await insertRows(db, tracks(12, LONGEST));
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
  test('whose client does not read is cut off, without affecting other clients', async () => {
    const db = await database('sqlite');
    const { url, realtime } = await startHub(db, {}, 2000);
    const reader = await open(`${url}?table=audio_content`);
    const slow = openLazyReader(url);
    await expect.poll(realtime.streamCount).toBe(2);
    const audio_content = Array.from({ length: 40 }, () => buildTrack(LONG));
    for (let index = 0; index < 20; index += 1) await insertRows(db, { audio_content });
    await reader.event(799);
    await expect.poll(realtime.streamCount, { timeout: 10_000 }).toBe(1);
    expect(slow.destroyed).toBe(false);
  });

  test('to a slow client delivers everything, at the client’s pace', async () => {
    const db = await database('sqlite');
    const { url, realtime } = await startHub(db);
    const slow = openLazyReader(url);
    let text = '';
    slow.setEncoding('latin1').on('data', (chunk) => {
      text += chunk;
    });
    slow.pause();
    await expect.poll(realtime.streamCount).toBe(1);
    const rows = Array.from({ length: 40 }, () => buildTrack(LONG));
    for (let index = 0; index < 20; index += 1) await insertRows(db, { audio_content: rows });
    slow.resume();
    await expect.poll(() => text.split('event: INSERT').length - 1, { timeout: 15_000 }).toBe(800);
  });

  test('is ended at the next heartbeat after its session has ended; an anonymous one stays open', async () => {
    const db = await database('sqlite');
    const { url, ended, realtime } = await startHub(db, {}, 200);
    const mary = await open(`${url}?table=favorites`, { authorization: `Bearer ${MARY.id}` });
    await open(`${url}?table=audio_content`);
    ended.add(MARY.id);
    await mary.ended;
    await expect.poll(realtime.streamCount).toBe(1);
  });

  test('is kept open by heartbeats that advance its position past hidden changes', async () => {
    const db = await database('sqlite');
    const { url } = await startHub(db, {}, 200);
    const guest = await open(`${url}?table=audio_content`);
    await addTrack(db, { enabled: false });
    await expect.poll(guest.lastId).toBe(1);
    expect(guest.events).toEqual([]);
  });

  test('may be opened by a page that cannot send headers, with its tokens in the address', async () => {
    const db = await database('sqlite');
    const { url } = await startHub(db);
    const reader = await open(`${url}?table=audio_content&access_token=admin&apikey=k`);
    await addTrack(db, { enabled: false });
    expect((await reader.event(0)).event).toBe('INSERT');
  });

  test.each([
    ['', 400, 'table_missing'],
    ['?table=', 400, 'table_missing'],
    ['?table=users', 404, 'PGRST205'],
    ['?table=audio_content,sqlite_master', 404, 'PGRST205'],
    [`?table=${Array(17).fill('audio_content').join()}`, 400, 'too_many_tables'],
  ])('of %s is refused', async (query, status, code) => {
    const { url } = await startHub(await database('sqlite'));
    const answer = await fetch(url + query);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code, hint: null });
  });

  test('is refused to a user with too many, from any address; other users are not affected', async () => {
    const settings = { STREAMS_PER_ADDRESS: String(LIMITS.streamsPerPerson + 2) };
    const { url, realtime } = await startHub(await database('sqlite'), settings);
    const headers = (who: { id: string }) => ({ authorization: `Bearer ${who.id}` });
    const path = `${url}?table=favorites`;
    for (let count = 0; count < LIMITS.streamsPerPerson; count += 1)
      await open(path, headers(MARY));
    // A refused request does not use up the address's quota.
    for (const _ of [1, 2, 3]) {
      const refused = await fetch(path, { headers: headers(MARY) });
      expect([refused.status, (await refused.json()).message]).toEqual([
        429,
        'Too many event streams are open from this person.',
      ]);
    }
    expect((await open(path, headers(RUTH))).status).toBe(200);
    expect((await open(`${url}?table=audio_content`)).status).toBe(200);
    expect(realtime.streamCount()).toBe(LIMITS.streamsPerPerson + 2);
  });

  test('is refused to an address with too many, until one is closed', async () => {
    const { url, realtime } = await startHub(await database('sqlite'), {
      STREAMS_PER_ADDRESS: '1',
    });
    const first = await open(`${url}?table=audio_content`);
    expect((await fetch(`${url}?table=audio_content`)).status).toBe(429);
    first.close();
    await expect.poll(realtime.streamCount).toBe(0);
    expect((await open(`${url}?table=audio_content`)).status).toBe(200);
  });
});
