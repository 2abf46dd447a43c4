import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase, urlOf } from '#tests/support/databases/create-test-db.ts';
import { startDatabaseProxy } from '#tests/support/databases/database-proxy.ts';
import { callAuth, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { startFromSource } from '#tests/support/servers/source-server.ts';

test('without PostgreSQL, or while the network drops all packets, requests get a 503 with a retry hint, the log has few lines, and the server recovers', {
  timeout: 180_000,
}, async () => {
  const { db, proxy, server, read } = await startThroughProxy();
  const signIn = () =>
    callAuth(server, '/token?grant_type=password', {
      body: { email: 'ruth@example.org', password: PASSWORD },
    });
  expect((await read()).status).toBe(200);
  await proxy.cut();
  const answers = await Promise.all(Array.from({ length: 30 }, read));
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(503));
  expect(answers.map(({ headers: sent }) => sent.get('retry-after'))).toEqual(Array(30).fill('5'));
  expect(await answers[0]?.json()).toMatchObject({
    code: 'PGRST001',
    message: expect.stringContaining('cannot be reached'),
  });
  expect(await signIn()).toMatchObject({ status: 503, body: { code: 'database_unavailable' } });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);

  await proxy.open();
  await vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: 15_000 });
  expect((await signIn()).status).toBe(400);
  const noted = server
    .output()
    .split('\n')
    .filter((text) => text.includes('cannot be reached'));
  expect(noted.length).toBeGreaterThan(0);
  expect(noted.length).toBeLessThan(8);
  expect(server.output()).not.toMatch(/^ {4}at |"stack"/m);

  const stream = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
  proxy.swallow(true);
  const silent = await Promise.all(Array.from({ length: 20 }, read));
  expect(silent.map(({ status }) => status)).toEqual(Array(20).fill(503));
  const later = await read();
  expect(later.headers.get('retry-after')).toBe('5');
  expect(await later.json()).toMatchObject({
    message: expect.stringContaining('cannot be reached'),
  });
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect((await fetch(`${server.url}/readyz?strict`)).status).toBe(503);

  proxy.swallow(false);
  await vi.waitFor(async () => expect((await read()).status).toBe(200), { timeout: 30_000 });
  await db.kysely
    .insertInto('audio_content')
    .values(buildTrack({ title: 'Still waters' }))
    .execute();
  expect((await stream.event(0)).data.record).toMatchObject({ title: 'Still waters' });
  stream.close();
});

async function startThroughProxy() {
  const db = await createTestDatabase('postgres', {
    settings: [{ key: 'library.seeded', value: toJson(true) }],
  });
  const through = new URL(await urlOf(db));
  const proxy = await startDatabaseProxy(new URL(through));
  onTestFinished(() => proxy[Symbol.asyncDispose]());
  through.port = String(proxy.port);
  const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-away-'));
  const server = await startFromSource({ DATA_DIR: dataDir, DATABASE_URL: through.href });
  let asked = 0;
  return {
    db,
    proxy,
    server,
    read() {
      asked += 1;
      // A unique filter each time, so that no cached response is used.
      return fetch(`${server.url}/rest/v1/audio_content?select=title&title=eq.${asked}`);
    },
  };
}
