import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { type RunningProcess, startProcess } from '#tests/support/servers/child-process.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import {
  createDataDir,
  environmentOf,
  SERVER_ENTRY,
  startFromSource,
} from '#tests/support/servers/source-server.ts';

const ANON_KEY = 'cradlesong-anon';
const AUDIO_URL = '/storage/v1/object/public/audio/a.mp3';

const createFolder = () => mkdtempSync(join(tmpdir(), 'cradlesong-process-'));

/** For starts that fail: exit code and output. */
async function startInVain(settings: Record<string, string>) {
  const child = spawn(process.execPath, [SERVER_ENTRY], { env: environmentOf(settings) });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, said };
}

const clientOf = (server: RunningProcess) =>
  createClient(server.url, ANON_KEY, { auth: { persistSession: false, autoRefreshToken: false } });

/** Forks the server as the kiosk does, and prints its process id and address. */
const KEEPER = `
  import { fork } from 'node:child_process';
  const child = fork(process.argv.at(-1), { silent: true, execArgv: [] });
  child.on('message', ({ url }) => console.log(url + ' ' + child.pid));
`;

test('a server ends when the program that forked it was killed, and leaves its folder to the next', async () => {
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

test('requests sent ahead on a connection are answered, up to the limit of a connection', async () => {
  const { url } = await startFromSource({ DATA_DIR: await createDataDir() });
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
});

describe('a start that cannot succeed says why and what to do, without a stack, and ends with 1:', () => {
  test('a setting that is not right', async () => {
    const { code, said } = await startInVain({ PORT: 'banana', DATA_DIR: createFolder() });
    expect(code).toBe(1);
    expect(said).toContain('PORT: "banana" must be a whole number');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('a port that is taken, and nothing was written', async () => {
    const first = await startFromSource({ DATA_DIR: await createDataDir() });
    const { port } = new URL(first.url);
    const { code, said } = await startInVain({ PORT: port, DATA_DIR: createFolder() });
    expect(code).toBe(1);
    expect(said).toContain(`port ${port} is already in use`);
    expect(said).not.toMatch(/\n\s+at |brought up to date/);
  });

  test('a data folder that is no folder, or whose disk refuses', async () => {
    const file = join(createFolder(), 'a-file');
    writeFileSync(file, '');
    const settings = {
      DATA_DIR: join(file, 'data'),
      JWT_SECRET: 'only for this test, nowhere else',
    };
    const { code, said } = await startInVain(settings);
    expect(code).toBe(1);
    expect(said).toContain('DATA_DIR:');
    expect(said).toContain('cannot be written');
    expect(said).not.toMatch(/\n\s+at /);
    const withoutSecret = await startInVain({ DATA_DIR: join(file, 'data') });
    expect(withoutSecret.said).toContain('cannot be written');
  });

  test('a database that is none', async () => {
    const folder = createFolder();
    writeFileSync(
      join(folder, 'cradlesong.sqlite'),
      'this is a letter, not a database '.repeat(200),
    );
    const { code, said } = await startInVain({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(said).toContain('is not a database');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('a database of a newer version, which stays as it is', async () => {
    const folder = await createDataDir();
    const db = await openDatabase({ file: join(folder, 'cradlesong.sqlite') });
    const tomorrow = { name: '9999-tomorrow', timestamp: new Date().toISOString() };
    // Kysely's own table is not part of the schema type.
    await db.kysely
      .insertInto('kysely_migration' as never)
      .values(tomorrow as never)
      .execute();
    await db.close();
    const { code, said } = await startInVain({ DATA_DIR: folder });
    expect(code).toBe(1);
    expect(said).toContain('9999-tomorrow');
    expect(said).not.toMatch(/\n\s+at /);
  });

  test('a PostgreSQL that does not answer', async () => {
    const { code, said } = await startInVain({
      DATA_DIR: createFolder(),
      DATABASE_URL: 'postgres://nobody:secret-word@127.0.0.1:1/none',
    });
    expect(code).toBe(1);
    expect(said).toContain('DATABASE_URL: no PostgreSQL answers there');
    expect(said).not.toContain('secret-word');
  });
});

describe('a first start', () => {
  test('makes its secret and the password of the admin area, and shows that once', async () => {
    const DATA_DIR = await createDataDir();
    const first = await startFromSource({ DATA_DIR, ADMIN_PASSWORD: undefined });
    expect(first.output()).toMatch(/password of the admin area, shown this once: {2}\S{16,}/);
    await first.stop();
    const second = await startFromSource({ DATA_DIR, ADMIN_PASSWORD: undefined });
    expect(second.output()).not.toContain('password');
  });
});

describe('a server that dies at any moment', () => {
  test('has kept every favourite it said it had', async () => {
    const DATA_DIR = await createDataDir();
    const db = await openDatabase({ file: join(DATA_DIR, 'cradlesong.sqlite') });
    const tracks = Array.from({ length: 300 }, (_, index) => ({
      id: index + 1,
      title: `Track ${index}`,
      category: 'PREGNANCY' as const,
      duration: 60,
      audio_url: '/storage/v1/object/public/audio/a.mp3',
    }));
    await db.kysely.insertInto('audio_content').values(tracks).execute();
    await db.close();

    const server = await startFromSource({ DATA_DIR });
    const client = clientOf(server);
    const { data } = await client.auth.signUp({
      email: 'mary@example.org',
      password: 'calm waters 1',
    });
    const user_id = data.user?.id ?? '';
    const acknowledged: number[] = [];
    const write = async (content_id: number) => {
      const { error } = await client.from('favorites').insert({ user_id, content_id });
      if (!error) acknowledged.push(content_id);
    };
    const writing = Promise.allSettled(tracks.map(({ id }) => write(id)));
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(20);
    await server.stop('SIGKILL');
    await writing;

    const again = await startFromSource({ DATA_DIR });
    const returned = clientOf(again);
    await returned.auth.signInWithPassword({
      email: 'mary@example.org',
      password: 'calm waters 1',
    });
    const { data: kept } = await returned.from('favorites').select('content_id');
    const keptIds = (kept ?? []).map(({ content_id }) => content_id);
    expect(keptIds).toEqual(expect.arrayContaining(acknowledged));
    expect(acknowledged.length).toBeGreaterThan(20);
  });

  test('[W3] loses no event for a reader who comes back', async () => {
    const DATA_DIR = await createDataDir();
    const server = await startFromSource({ DATA_DIR });
    const stream = (url: string) => `${url}/realtime/v1/changes?table=audio_content`;
    const reader = await openEventReader(stream(server.url));
    const db = await openDatabase({ file: join(DATA_DIR, 'cradlesong.sqlite') });
    const add = (title: string) =>
      insertRows(db, {
        audio_content: [
          {
            title,
            category: 'BIRTHING',
            duration: 1,
            audio_url: '/storage/v1/object/public/audio/a.mp3',
          },
        ],
      });
    await add('seen, although another process wrote it');
    await reader.event(0);
    await server.stop('SIGKILL');
    await add('written while no client listened');
    const again = await startFromSource({ DATA_DIR });
    const returned = await openEventReader(stream(again.url), {
      headers: { 'last-event-id': String(reader.lastId()) },
    });
    expect((await returned.event(0)).data.record?.['title']).toBe(
      'written while no client listened',
    );
    returned.close();
    await db.close();
  });
});

describe('a server that is stopped', () => {
  test('ends its event streams in good order and goes within a moment', async () => {
    const server = await startFromSource({ DATA_DIR: await createDataDir() });
    const reader = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
    const before = performance.now();
    await server.stop('SIGTERM');
    await reader.ended;
    expect(performance.now() - before).toBeLessThan(3000);
    expect(server.output()).not.toMatch(/error|cutting off/i);
  });
});

describe("the official client's channel", () => {
  test.each([
    ['one process', {}, 'SIGKILL'],
    ['two workers', { WEB_CONCURRENCY: '2' }, 'SIGTERM'],
  ] as const)(
    '[W3] of a server of %s continues after a restart, which the client detects',
    async (_, settings, signal) => {
      const DATA_DIR = await createDataDir();
      const server = await startFromSource({ DATA_DIR, ...settings });
      const { port } = new URL(server.url);
      const clients = Array.from({ length: 4 }, () => clientOf(server));
      const heard = clients.map(() => [] as string[]);
      const joins = clients.map(() => 0);
      for (const [index, client] of clients.entries()) {
        client
          .channel('public:audio_content')
          .on(
            'postgres_changes',
            { event: '*', schema: 'public', table: 'audio_content' },
            ({ new: row }) => heard[index]?.push('title' in row ? String(row['title']) : ''),
          )
          .subscribe((status) => {
            if (status === 'SUBSCRIBED') joins[index] = (joins[index] ?? 0) + 1;
          });
      }
      const db = await openDatabase({ file: join(DATA_DIR, 'cradlesong.sqlite') });
      const add = (title: string) => {
        const track = { title, category: 'BIRTHING', duration: 1, audio_url: AUDIO_URL } as const;
        return db.kysely.insertInto('audio_content').values(track).execute();
      };
      try {
        await expect.poll(() => joins, { timeout: 10_000 }).toEqual([1, 1, 1, 1]);
        await add('before');
        await expect.poll(() => heard, { timeout: 10_000 }).toEqual(Array(4).fill(['before']));
        const before = performance.now();
        await server.stop(signal);
        expect(performance.now() - before).toBeLessThan(5000);
        await startFromSource({ DATA_DIR, PORT: port, ...settings });
        await expect.poll(() => joins, { timeout: 20_000 }).toEqual([2, 2, 2, 2]);
        await add('after');
        await expect
          .poll(() => heard, { timeout: 10_000 })
          .toEqual(Array(4).fill(['before', 'after']));
      } finally {
        for (const client of clients) await client.removeAllChannels();
        await db.close();
      }
    },
    60_000,
  );
});

describe('several workers', () => {
  test('share one port, hear of each other’s writes, and are replaced when they die', async () => {
    const server = await startFromSource({ DATA_DIR: await createDataDir(), WEB_CONCURRENCY: '2' });
    const readers = await Promise.all(
      Array.from({ length: 6 }, () =>
        openEventReader(`${server.url}/realtime/v1/changes?table=profiles`),
      ),
    );
    const pids = new Set<number>();
    const workers = spawn('pgrep', ['-P', String(server.pid)]);
    workers.stdout.setEncoding('utf8').on('data', (text: string) => {
      for (const pid of text.trim().split('\n')) pids.add(Number(pid));
    });
    await once(workers, 'close');
    expect(pids.size).toBe(2);
    const [victim = 0] = pids;
    process.kill(victim, 'SIGKILL');
    await expect.poll(() => server.output(), { timeout: 5000 }).toContain('a worker died');
    await expect
      .poll(async () => (await fetch(`${server.url}/readyz`)).status, { timeout: 10_000 })
      .toBe(200);
    for (const reader of readers) reader.close();
  });
});
