import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import {
  createEmptyDatabase,
  ENGINES,
  readRow,
  urlOf,
} from '#tests/support/databases/create-test-db.ts';
import { mp3 } from '#tests/support/sample-files.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { listen } from '#tests/support/servers/ports.ts';
import { findInFolder } from './import-files.ts';
import { importHosted } from './import-hosted.ts';

const RUTH = '11111111-1111-4111-8111-111111111111';
const NAOMI = '22222222-2222-4222-8222-222222222222';
const NOBODY = '33333333-3333-4333-8333-333333333333';
const ORPAH = '44444444-4444-4444-8444-444444444444';
const PASSWORD = 'the lord is my shepherd';
const BCRYPT = '$2y$10$B0ROyUoFlWV78VF/IzTEQ.aFX4tOLqOhhoZlBBcUpEp/594OVb3B6';

/** Public storage in the hosted backend. */
const files = createServer((request, response) => {
  if (request.url?.endsWith('/morning.mp3')) response.end(mp3(100));
  else response.writeHead(404).end('{}');
});
const base = `http://127.0.0.1:${await listen(files)}/storage/v1/object/public/tracks`;
const hosted = await createEmptyDatabase('postgres');
const hostedUrl = await urlOf(hosted);
for (const statement of `
  create schema auth; create schema storage;
  create table auth.users (id uuid primary key, email text, encrypted_password text,
    email_confirmed_at timestamptz, raw_user_meta_data jsonb, raw_app_meta_data jsonb,
    created_at timestamptz, updated_at timestamptz, deleted_at timestamptz, phone text, aud text);
  create table auth.identities (id uuid, user_id uuid, provider text, identity_data jsonb);
  create table storage.objects (bucket_id text, name text);
  create table public.audio_content (id bigint, title text, description text, category text,
    duration integer, audio_url text, enabled boolean, mood text);
  create table public.profiles (id uuid, username text, avatar_url text);
  create table public.favorites (id uuid default gen_random_uuid(), user_id uuid, content_id bigint);
  create table public.subscriptions (id uuid default gen_random_uuid(), user_id uuid, plan_type text,
    status text, end_date timestamptz, created_at timestamptz);
  create table public.support_tickets (id uuid default gen_random_uuid(), user_id uuid, subject text,
    message text, status text);
  insert into auth.users values
    ('${RUTH}', 'Ruth@Example.com', '${BCRYPT}', '2025-03-01 10:00:00.123456+00', '{"name":"Ruth"}',
      '{"provider":"email"}', '2025-03-01 09:00:00+00', '2025-03-01 09:00:00+00', null, null, 'authenticated'),
    ('${NAOMI}', 'naomi@example.com', '$fbscrypt$v=1', null, '{}', '{}', now(), now(), null, null, null),
    ('${NOBODY}', null, null, null, '{}', '{}', now(), now(), null, '+44', null),
    ('${ORPAH}', 'orpah@example.com', null, null, '{}', '{}', now(), now(), now(), null, null);
  insert into auth.identities values
    ('55555555-5555-4555-8555-555555555555', '${RUTH}', 'email', '{"sub":"${RUTH}"}');
  insert into public.audio_content values
    (1, 'Morning Prayer', 'Begin', 'PREGNANCY', 3, '${base}/morning.mp3', true, 'calm'),
    (2, 'Lost', null, 'BIRTHING', 60, '${base}/lost.mp3', true, null),
    (3, 'Other', null, 'GARDENING', 60, '${base}/morning.mp3', true, null);
  insert into public.profiles values ('${RUTH}', 'ruth', null);
  insert into public.favorites (user_id, content_id) values ('${RUTH}', 1), ('${ORPAH}', 1);
  insert into public.subscriptions (user_id, plan_type, status, end_date, created_at) values
    ('${RUTH}', 'Lifetime', 'active', null, '2025-03-02 09:00:00+00');
  insert into public.support_tickets (user_id, subject, message, status) values
    ('${RUTH}', 'Sound', 'None', 'open')`.split(';')) {
  await sql.raw(statement).execute(hosted.kysely);
}
afterAll(() => void files.close());

describe.each(ENGINES)('importing from the hosted backend, to %s', (engine) => {
  test('keeps ids, passwords, confirmations and user data, reports what it skipped and why, and can be repeated', async () => {
    const server = await createTestServer({ engine });
    const { kysely } = server.db;
    const run = async (isDry = false) => {
      const said: string[] = [];
      await importHosted(server.deps, hostedUrl, { isDry, printLine: (line) => said.push(line) });
      return said.join('\n');
    };
    const dry = await run(true);
    expect(dry).toContain('auth.users: 4 rows');
    expect(dry).toContain('public.user_activity: there is no such table');
    expect(await kysely.selectFrom('users').select('id').execute()).toEqual([]);

    const said = await run();
    expect(said).toContain('people: 2 moved, 0 there already');
    expect(said).toContain('1 × left: no email address');
    expect(said).toContain('1 × left: deleted there');
    expect(said).toContain('1 × moved, but the password has an unknown hash');
    expect(said).toContain('tracks: 2 moved');
    expect(said).toMatch(/recording, so it is switched off: .*lost\.mp3 answered 404/);
    expect(said).toContain('favorites: 1 moved');
    expect(said).toContain('Not imported: sessions');

    const ruth = await kysely.selectFrom('users').selectAll().where('id', '=', RUTH).execute();
    expect(ruth).toMatchObject([
      {
        email: 'ruth@example.com',
        email_confirmed_at: '2025-03-01T10:00:00.123Z',
        user_metadata: { name: 'Ruth' },
        identity_id: '55555555-5555-4555-8555-555555555555',
        created_at: '2025-03-01T09:00:00.000Z',
      },
    ]);
    const body = { email: 'ruth@example.com', password: PASSWORD };
    const signedIn = await callAuth(server, '/token?grant_type=password', { body });
    expect(signedIn).toMatchObject({ status: 200, body: { user: { id: RUTH } } });
    const tracks = await kysely.selectFrom('audio_content').selectAll().orderBy('id').execute();
    expect(tracks).toMatchObject([
      { id: 1, title: 'Morning Prayer', enabled: true },
      { id: 2, title: 'Lost', enabled: false, audio_url: '' },
    ]);
    const heard = await fetch(server.url + tracks[0]?.audio_url);
    expect(Buffer.from(await heard.arrayBuffer()).equals(mp3(100))).toBe(true);

    const again = await run();
    expect(again).toContain('people: 0 moved, 2 there already');
    for (const table of ['profiles', 'favorites', 'subscriptions', 'support_tickets']) {
      expect(again).toContain(`${table}: 0 moved, 1 there already`);
    }
  });
});

describe('importing from the hosted backend', () => {
  test('is refused for any other database', async () => {
    const server = await createTestServer();
    const other = await urlOf(await createEmptyDatabase('postgres'));
    await expect(
      importHosted(server.deps, other, { isDry: false, printLine: () => undefined }),
    ).rejects.toThrow('not the database of the hosted backend');
  });

  test('reads the files from a local copy of the storage folder', async () => {
    const server = await createTestServer();
    const copied = join(server.deps.config.DATA_DIR, 'copied');
    const run = () =>
      importHosted(server.deps, hostedUrl, {
        isDry: false,
        files: copied,
        printLine: () => undefined,
      });
    await expect(run()).rejects.toThrow('There is no folder');
    mkdirSync(join(copied, 'tracks'), { recursive: true });
    writeFileSync(join(copied, 'tracks', 'lost.mp3'), mp3(100));
    await run();
    const { audio_url, enabled } = await readRow(server.db, 'audio_content', { id: 2 });
    expect(enabled).toBe(true);
    const heard = await fetch(server.url + audio_url);
    expect(Buffer.from(await heard.arrayBuffer()).equals(mp3(100))).toBe(true);
    for (const name of ['..%2f..%2fx', 'tracks/50%.mp3']) {
      const address = `https://a.invalid/storage/v1/object/public/${name}`;
      expect(findInFolder(copied, address)).toBe(undefined);
    }
  });
});
