import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@supabase/supabase-js';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { type RunningProcess, startProcess } from '#tests/support/servers/child-process.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { requestRaw } from '#tests/support/servers/http-client.ts';
import {
  createDataDir,
  environmentOf,
  SERVER_ENTRY,
  startFromSource,
} from '#tests/support/servers/source-server.ts';

const ANON_KEY = 'cradlesong-anon';

const clientOf = (server: RunningProcess) =>
  createClient(server.url, ANON_KEY, { auth: { persistSession: false, autoRefreshToken: false } });

/** Forks the server as the kiosk does, and prints its process id and address. */
const KEEPER = `
  import { fork } from 'node:child_process';
  const child = fork(process.argv.at(-1), { silent: true, execArgv: [] });
  child.on('message', ({ url }) => console.log(url + ' ' + child.pid));
`;

test('a server exits when its parent process is killed, and releases its folder', async () => {
  const DATA_DIR = await createDataDir();
  const keeper = await startProcess(
    process.execPath,
    ['--input-type=module', '--eval', KEEPER, SERVER_ENTRY],
    environmentOf({ DATA_DIR }),
  );
  const pid = Number(keeper.output().split(' ').at(-1));
  expect((await fetch(`${keeper.url}/healthz`)).status).toBe(200);
  try {
    await keeper.stop('SIGKILL');
    await expect.poll(() => answers(keeper.url), { timeout: 15_000 }).toBe(false);
    const next = await startFromSource({ DATA_DIR });
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
  } finally {
    if (await answers(keeper.url)) process.kill(pid, 'SIGKILL');
  }
});

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  );

test('pipelined requests are answered, up to the limit of a connection; a stop is prompt and ends event streams gracefully', async () => {
  const server = await startFromSource({ DATA_DIR: await createDataDir() });
  const { url } = server;
  const { hostname, port } = new URL(url);
  const answersTo = async (requests: number) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
    });
    // A client whose request is cut off may get a connection reset.
    socket.on('error', () => undefined);
    const one = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n';
    socket.write(`${`${one}\r\n`.repeat(requests - 1)}${one}Connection: close\r\n\r\n`);
    await once(socket, 'close');
    return (text.match(/HTTP\/1\.1 200/g) ?? []).length;
  };
  expect(await answersTo(300)).toBe(300);
  expect(await answersTo(1_500)).toBe(1_000);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const reader = await openEventReader(`${url}/realtime/v1/changes?table=audio_content`);
  const before = performance.now();
  await server.stop('SIGTERM');
  await reader.ended;
  expect(performance.now() - before).toBeLessThan(3000);
  expect(server.output()).not.toMatch(/error|cutting off/i);
});

test('a first start makes a secret file for its owner only, and prints a password once; sessions survive a restart, but not a new secret', async () => {
  const settings = { DATA_DIR: await createDataDir(), ADMIN_PASSWORD: undefined };
  const file = join(settings.DATA_DIR, 'jwt-secret');
  const first = await startFromSource(settings);
  expect(first.output()).toMatch(/password of the admin area, shown this once: {2}\S{16,}/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8').trim().length).toBeGreaterThanOrEqual(64);
  const person = { email: 'ruth@example.org', password: 'a quiet harbour' };
  const { data } = await clientOf(first).auth.signUp(person);
  const token = data.session?.access_token ?? '';
  const whoIs = async ({ url }: RunningProcess) =>
    (await createClient(url, ANON_KEY).auth.getUser(token)).data.user?.email;
  expect(await whoIs(first)).toBe(person.email);
  await first.stop();
  const second = await startFromSource(settings);
  expect(second.output()).not.toContain('password');
  expect(await whoIs(second)).toBe(person.email);
  await second.stop();
  rmSync(file);
  expect(await whoIs(await startFromSource(settings))).toBeUndefined();
});

/** Process ids of the workers. */
const workersOf = ({ pid }: RunningProcess) =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

test('[W3] two workers share one port and notify each other of changes; a worker that dies is replaced, the other one answers its requests, and channels of the official client resume', {
  timeout: 90_000,
}, async () => {
  const settings = { DATA_DIR: await createDataDir(), WEB_CONCURRENCY: '2' };
  const server = await startFromSource(settings);
  // Enough for connections to each of the workers.
  const clients = Array.from({ length: 6 }, () => clientOf(server));
  const heard = clients.map(() => [] as string[]);
  const changes = { event: '*', schema: 'public', table: 'audio_content' } as const;
  let joins = 0;
  for (const [index, client] of clients.entries()) {
    client
      .channel('public:audio_content')
      .on('postgres_changes', changes, ({ new: row }) => {
        if ('title' in row) heard[index]?.push(String(row['title']));
      })
      .subscribe((status) => {
        if (status === 'SUBSCRIBED') joins += 1;
      });
  }
  const db = await openDatabase({ file: join(settings.DATA_DIR, 'cradlesong.sqlite') });
  onTestFinished(async () => {
    for (const client of clients) await client.removeAllChannels();
    await db.close();
  });
  const add = (title: string) => insertRows(db, { audio_content: [buildTrack({ title })] });
  await expect.poll(() => joins, { timeout: 10_000 }).toBe(clients.length);
  await add('before');
  await expect.poll(() => heard, { timeout: 10_000 }).toEqual(clients.map(() => ['before']));

  const [first = 0, ...others] = workersOf(server);
  expect(others).toHaveLength(1);
  process.kill(first, 'SIGKILL');
  await expect.poll(() => server.output(), { timeout: 5000 }).toContain('a worker died');
  await expect.poll(() => workersOf(server), { timeout: 10_000 }).toHaveLength(2);
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000 })
    .toBe(200);

  const [victim = 0] = others;
  process.kill(victim, 'SIGSTOP');
  const answered = Array.from({ length: 8 }, () => requestRaw(server.url, '/healthz'));
  await Promise.race(answered);
  process.kill(victim, 'SIGKILL');
  const withTimeout = Promise.race([Promise.all(answered), sleep(5_000, [])]);
  expect((await withTimeout).map(({ status }) => status)).toEqual(answered.map(() => 200));

  const before = performance.now();
  await server.stop();
  expect(performance.now() - before).toBeLessThan(5000);
  await startFromSource({ ...settings, PORT: new URL(server.url).port });
  const isHeard = async () => {
    await add('after');
    return heard.every((titles) => titles.includes('after'));
  };
  await expect.poll(isHeard, { timeout: 20_000, interval: 500 }).toBe(true);
});
