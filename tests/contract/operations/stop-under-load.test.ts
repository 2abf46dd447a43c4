import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { toJson } from '#db/codecs.ts';
import { createTestDatabase, urlOf } from '#tests/support/databases/create-test-db.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { type EventReader, openEventReader } from '#tests/support/servers/event-reader.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { hasNginx, startNginx } from '#tests/support/servers/nginx.ts';
import { signInAsAdmin } from '#tests/support/servers/server-process.ts';
import {
  createDataDir,
  environmentOf,
  startFromSource,
} from '#tests/support/servers/source-server.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';

const HOLDER = resolve(import.meta.dirname, '../../support/servers/socket-holder.process.ts');
const PATIENCE = { timeout: 40_000 };
const BUSY_CLIENTS = 8;
const STREAMS = 40;
const LIMITS_FOR_LOAD = { STREAMS_PER_ADDRESS: '1000', WRITES_PER_MINUTE: '100000' };
const READY = /Cradlesong is ready/g;

/** The server on a socket that outlives it, restarted once when it ends; stopped after the test. */
async function startOnHeldSocket() {
  const dataDir = await createDataDir();
  const pidFile = join(dataDir, 'pid');
  const settings = { DATA_DIR: dataDir, PID_FILE: pidFile, RUNS: '2', ...LIMITS_FOR_LOAD };
  const holder = await startProcess(process.execPath, [HOLDER], environmentOf(settings));
  /** Sends SIGTERM to the server itself; the socket stays open. */
  const end = () => void process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGTERM');
  onTestFinished(async () => {
    end();
    await holder.stop();
  });
  return { ...holder, end };
}

/** Alternating reads and writes, each client as fast as possible, without retries. */
async function startLoad(url: string) {
  const { client, id } = await signUpTestUser({ url });
  const read = async () => {
    const answer = await fetch(`${url}${API_PATHS.tables}/audio_content?select=id,title&limit=5`);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    await answer.arrayBuffer();
  };
  const write = async (turn: number) =>
    void (await client
      .from('profiles')
      .upsert({ id, username: `Mary ${turn}` })
      .throwOnError());
  const errors: string[] = [];
  let answers = 0;
  let isOn = true;
  const work = async () => {
    for (let turn = 0; isOn; turn += 1) {
      await (turn % 2 === 0 ? read() : write(turn)).catch((error: Error) => {
        errors.push(`${turn % 2 === 0 ? 'read' : 'write'}: ${error} ${error.cause}`);
      });
      answers += 1;
    }
  };
  const clients = Array.from({ length: BUSY_CLIENTS }, work);
  return {
    /** The number of responses so far. */
    answers: () => answers,
    errors,
    async stop() {
      isOn = false;
      await Promise.all(clients);
    },
  };
}

/** A stream that reconnects with its last id, as the client does. */
function followTracks(url: string) {
  const readers: EventReader[] = [];
  const errors: string[] = [];
  let isOn = true;
  const follow = async () => {
    while (isOn) {
      const since = readers.at(-1)?.lastId();
      const reader = await openEventReader(
        `${url}${API_PATHS.realtime}/changes?table=audio_content`,
        { headers: since === undefined ? {} : { 'last-event-id': String(since) } },
      );
      if (reader.status !== 200) errors.push(String(reader.status));
      readers.push(reader);
      await reader.ended;
    }
  };
  const followed = follow().catch((error: unknown) => void errors.push(String(error)));
  return {
    errors,
    isOpen: () => readers.length > 0,
    /** Received new tracks in order, over all connections. */
    titles: () =>
      readers
        .flatMap(({ events }) => events.map(({ data }) => data))
        .filter(({ type }) => type === 'INSERT')
        .map(({ record }) => record?.['title']),
    async end() {
      isOn = false;
      readers.at(-1)?.close();
      await followed;
    },
  };
}

/**
 * Eight busy clients and forty streams during a restart: no client gets an error, and each stream receives every change
 * exactly once.
 */
async function endureRestart(url: string, restart: () => Promise<void>) {
  const admin = await signInAsAdmin({ url });
  const add = async (title: string) => {
    const audio_url = '/storage/v1/object/public/audio/a.mp3';
    const body = JSON.stringify({ title, category: 'BIRTHING', duration: 1, audio_url });
    const added = await admin(`${API_PATHS.tables}/audio_content`, { method: 'POST', body });
    expect(added.status).toBe(201);
  };
  const streams = Array.from({ length: STREAMS }, () => followTracks(url));
  onTestFinished(async () => void (await Promise.all(streams.map(({ end }) => end()))));
  await expect.poll(() => streams.every(({ isOpen }) => isOpen()), PATIENCE).toBe(true);
  const load = await startLoad(url);
  onTestFinished(load.stop);
  await add('before');
  await expect.poll(() => load.answers(), PATIENCE).toBeGreaterThan(200);

  const before = load.answers();
  await restart();
  await add('after');
  await expect.poll(() => load.answers(), PATIENCE).toBeGreaterThan(before + 400);

  await load.stop();
  const heard = () => new Set(streams.map(({ titles }) => titles().join()));
  await expect.poll(heard, PATIENCE).toEqual(new Set(['before,after']));
  expect(load.errors.join('\n')).toBe('');
  expect(streams.flatMap(({ errors }) => errors)).toEqual([]);
}

test('a restart under load, on a socket that outlives the server, fails no request, and every stream gets every change once', {
  timeout: 90_000,
}, async () => {
  const server = await startOnHeldSocket();
  await endureRestart(server.url, async () => {
    server.end();
    await expect.poll(() => server.output().match(READY)?.length, PATIENCE).toBe(2);
  });
});

/** One of several servers on a shared PostgreSQL and storage folder, with a fixed address. */
async function startMachine(databaseUrl: string, storage: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-rolling-'));
  // Machines that share a PostgreSQL share a key.
  writeFileSync(join(dataDir, 'tombstone-key'), 'the same for every machine of one site');
  const port = await freePort();
  const start = () =>
    startFromSource({
      DATA_DIR: dataDir,
      STORAGE_URL: pathToFileURL(storage).href,
      DATABASE_URL: databaseUrl,
      JWT_SECRET: 'the same for every machine of one site',
      PORT: String(port),
      TRUST_PROXY: '1',
      ...LIMITS_FOR_LOAD,
    });
  let process_ = await start();
  return {
    url: process_.url,
    async restart() {
      await process_.stop();
      process_ = await start();
      const ready = async () => (await fetch(`${process_.url}/readyz?strict`)).status;
      await expect.poll(ready, PATIENCE).toBe(200);
    },
  };
}

test('two servers behind nginx, restarted in turn: no request fails, and every stream gets every change once', {
  timeout: 120_000,
}, async ({ skip }) => {
  if (!(await hasNginx())) skip('nginx is not installed');
  const db = await createTestDatabase('postgres', {
    settings: [{ key: 'library.seeded', value: toJson(true) }],
  });
  const databaseUrl = await urlOf(db);
  const storage = mkdtempSync(join(tmpdir(), 'cradlesong-shared-'));
  const first = await startMachine(databaseUrl, storage);
  const second = await startMachine(databaseUrl, storage);
  const front = await startNginx(first.url, storage, { second: second.url });
  onTestFinished(front.stop);
  await endureRestart(front.url, async () => {
    await first.restart();
    await second.restart();
  });
});
