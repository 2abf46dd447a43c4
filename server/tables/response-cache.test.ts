import { describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { changeRows, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { ADMIN, createTablesServer } from '#tests/support/servers/create-tables-server.ts';
import { createResponseCache } from './response-cache.ts';

const OWNER = sampleUuid('user', 1);
const rows = {
  users: [buildUser(1)],
  audio_content: [
    buildTrack({ title: 'open', description: 'a'.repeat(3000) }),
    buildTrack({ title: 'closed', enabled: false }),
  ],
  favorites: [{ user_id: OWNER, content_id: 1 }],
};
const LIST = '/audio_content?select=title&order=id';

describe.each(ENGINES)('on %s', (engine) => {
  const open = () => createTablesServer(engine, { rows });

  test('a cached response is unchanged, until any process changes the table', async () => {
    const server = await open();
    const read = async () => (await server.request(LIST)).text();
    for (let time = 0; time < 3; time += 1) expect(await read()).toBe('[{"title":"open"}]');
    // Directly into the database, as another process would.
    await changeRows(server.db, 'audio_content', { id: 1 }, { title: 'new' });
    expect(await read()).toBe('[{"title":"new"}]');
  });

  // The cache itself does not depend on the database.
  if (engine !== 'sqlite') return;

  test('a client that has the current response gets a 304', async () => {
    const server = await open();
    await server.request(LIST);
    const first = await server.request(LIST);
    const etag = first.headers.get('etag') ?? '';
    const ask = (method: string) =>
      server.request(LIST, { method, headers: { 'if-none-match': etag } });
    expect([(await ask('GET')).status, (await ask('HEAD')).status]).toEqual([304, 304]);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    await server.client(ADMIN).from('audio_content').update({ title: 'x' }).eq('id', 1);
    expect((await ask('GET')).status).toBe(200);
  });

  test('relevant headers are part of the cache key', async () => {
    const server = await open();
    const ask = async (headers: Record<string, string>) => {
      const answer = await server.request(LIST, { headers });
      return [answer.headers.get('content-range'), await answer.text()];
    };
    for (let round = 0; round < 3; round += 1) {
      expect(await ask({})).toEqual(['0-0/*', '[{"title":"open"}]']);
      expect(await ask({ prefer: 'count=exact' })).toEqual(['0-0/1', '[{"title":"open"}]']);
      expect(await ask({ accept: 'text/csv' })).toEqual(['0-0/*', 'title\nopen']);
      expect(await ask({ range: '5-9' })).toEqual(['*/*', '[]']);
    }
  });

  test('[Q2] a signed-in user shares public responses; personal and admin ones are never cached', async () => {
    const server = await open();
    const titles = async (path: string, as?: string) => {
      const answer = await server.request(path, as === undefined ? {} : { as });
      return [answer.headers.get('etag') !== null, (await answer.json()).length];
    };
    expect(await titles(LIST)).toEqual([false, 1]);
    expect(await titles(LIST)).toEqual([true, 1]);
    expect(await titles(LIST, ADMIN)).toEqual([false, 2]);
    expect(await titles(LIST, OWNER)).toEqual([true, 1]);
    expect(await titles('/favorites?select=*', OWNER)).toEqual([false, 1]);
    expect(await titles('/favorites?select=*')).toEqual([false, 0]);
    const embedding = '/audio_content?select=title,favorites!inner(user_id)';
    expect(await titles(embedding, OWNER)).toEqual([false, 1]);
    expect(await titles(embedding)).toEqual([false, 0]);
  });

  test('an error is never cached, neither here nor by the client', async () => {
    const server = await open();
    const ask = async () => {
      const { status, headers } = await server.request('/audio_content?nope=eq.1');
      return [status, headers.get('etag'), headers.get('cache-control')];
    };
    for (let time = 0; time < 3; time += 1) expect(await ask()).toEqual([400, null, 'no-store']);
  });
});

test('a cached response is cached in compressed form too, once requested', async () => {
  const server = await createTablesServer('sqlite', { rows });
  const path = '/audio_content?select=description';
  const headers = { accept: '*/*', 'accept-encoding': 'gzip' };
  const encoding = async () =>
    (await server.request(path, { headers })).headers.get('content-encoding');
  await expect.poll(encoding).toBe('gzip');
  const answer = await server.request(path, { headers });
  expect(await answer.json()).toEqual([{ description: 'a'.repeat(3000) }]);
});

test('memory is bounded: the oldest responses are evicted first', async () => {
  const server = await createTablesServer('sqlite');
  const cache = createResponseCache({
    db: server.db,
    anonKey: 'k',
    originOf: () => '',
    maxBytes: 40_000,
  });
  const answer = { status: 200, headers: {}, body: 'x'.repeat(1000), isShareable: true };
  for (let index = 0; index < 100; index += 1) cache.keep(`key ${index}`, 1, answer);
  expect(cache.find('key 0', 1)).toBeUndefined();
  expect(cache.find('key 99', 1)?.body.toString()).toBe(answer.body);
  // A lower id means that the history was replaced.
  expect(cache.find('key 99', 0)).toBeUndefined();
  expect(cache.find('key 99', 1)).toBeUndefined();
});
