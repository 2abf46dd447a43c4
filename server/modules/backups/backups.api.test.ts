import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type Backup,
  backupLinkSchema,
  backupSchema,
  backupsResponseSchema,
  restoredSchema,
} from '#contract/calls/admin/backups.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { fillFromTemplate } from '#tests/support/databases/sqlite-template.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { CAN_MOUNT } from '#tests/support/servers/small-disk.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

let dataDir: string;
let db: AppDatabase;
let server: TestServer;
let bearer: string;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-backups-'));
  db = await openDatabase({ file: join(dataDir, 'cradlesong.sqlite') });
  await fillFromTemplate(db);
  await insertRows(db, { audio_content: [buildTrack({ title: 'Psalms' })] });
  server = await createTestServer({ config: { DATA_DIR: dataDir }, deps: { db } });
  bearer = await fetchAdminToken(server);
});
afterEach(async () => {
  await server.close();
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const call = (path: string, method = 'GET', body?: unknown) =>
  callAdmin(server, path, { bearer, method, body });
const list = async () => backupsResponseSchema.parse(await (await call('/backups')).json()).backups;
const make = async () => backupSchema.parse(await (await call('/backups', 'POST')).json());
const restore = ({ name }: Pick<Backup, 'name'>, confirm = name) =>
  call(`/backups/${name}/restore`, 'POST', { confirm });
const upload = (bytes: Uint8Array<ArrayBuffer> | string) =>
  fetch(`${server.url}/admin/v1/backups/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'Content-Type': 'application/octet-stream' },
    body: bytes,
  });
const getLink = async ({ name }: Pick<Backup, 'name'>) => {
  const { path } = backupLinkSchema.parse(
    await (await call(`/backups/${name}/link`, 'POST')).json(),
  );
  return `${server.url}${path}`;
};
const titles = async () => {
  const { data } = await server.supabase().from('audio_content').select('title').order('id');
  return data?.map(({ title }) => title);
};
const leftovers = () =>
  readdirSync(join(dataDir, 'backups')).filter((name) => /^\.(?!lock)/.test(name));

test('a backup is made, checked and its rows counted', async () => {
  await signUp(server);
  const made = await make();
  expect(made.name).toMatch(/^backup-.*\.sqlite$/);
  expect(made.contents).toMatchObject({ people: 1, tracks: 1, plays: 0 });
  expect(await list()).toEqual([made]);
  expect(leftovers()).toEqual([]);
});

test('a backup deleted during its check is reported as missing and leaves nothing', async () => {
  const { name } = await make();
  const folder = join(dataDir, 'backups');
  const check = call(`/backups/${name}/check`, 'POST');
  await expect.poll(leftovers, { interval: 1 }).toHaveLength(1);
  for (const file of readdirSync(folder)) if (file.startsWith(name)) rmSync(join(folder, file));
  expect((await check).status).toBe(404);
  expect(readdirSync(folder).filter((file) => file.startsWith(name))).toEqual([]);
});

test.skipIf(!CAN_MOUNT)(
  'without a writable folder a backup is refused with the reason',
  async () => {
    const folder = join(dataDir, 'backups');
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', folder]);
    try {
      const answer = await call('/backups', 'POST');
      expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'read_only' }]);
    } finally {
      execFileSync('umount', ['--lazy', folder]);
    }
  },
);

test('a backup is restored under the running server; open pages receive a reset, and the previous state is kept', async () => {
  const made = await make();
  const reader = await openEventReader(`${server.url}/realtime/v1/changes?table=audio_content`);
  await insertRows(db, { audio_content: [buildTrack({ title: 'Later' })] });
  expect(await titles()).toEqual(['Psalms', 'Later']);

  const { kept } = restoredSchema.parse(await (await restore(made)).json());
  await expect.poll(() => reader.events.at(-1)?.event).toBe('reset');
  reader.close();
  expect(await titles()).toEqual(['Psalms']);
  // The admin who restored the backup stays signed in and finds the restore in the log.
  const { data } = await server.supabase(bearer).from('audit_log').select('action, row_id, after');
  expect(data).toContainEqual({
    action: 'restore',
    row_id: made.name,
    after: expect.objectContaining({ kept }),
  });

  await restore({ name: kept });
  expect(await titles()).toEqual(['Psalms', 'Later']);
});

test('an admin who signed in after a password change stays signed in after a restore', async () => {
  const made = await make();
  await db.kysely
    .updateTable('admin_credentials')
    .set((eb) => ({ token_generation: eb('token_generation', '+', 1) }))
    .execute();
  expect((await call('/backups')).status).toBe(401);
  bearer = await fetchAdminToken(server);
  expect((await restore(made)).status).toBe(200);
  expect((await call('/backups')).status).toBe(200);
});

test('a restore that does not name the backup is refused', async () => {
  const made = await make();
  await insertRows(db, { audio_content: [buildTrack({ title: 'Later' })] });
  for (const confirm of ['', 'yes', 'backup.sqlite']) {
    expect((await restore(made, confirm)).status).toBe(400);
  }
  expect((await call(`/backups/${made.name}/restore`, 'POST')).status).toBe(400);
  expect(await titles()).toEqual(['Psalms', 'Later']);
});

describe('a download', () => {
  test('is complete and has a name', async () => {
    const made = await make();
    const sent = await fetch(await getLink(made));
    expect(sent.headers.get('content-disposition')).toBe(`attachment; filename=${made.name}`);
    expect(sent.headers.get('cache-control')).toBe('no-store');
    const bytes = Buffer.from(await sent.bytes());
    expect(bytes.equals(readFileSync(join(dataDir, 'backups', made.name)))).toBe(true);
  });

  test('expires after a minute, and is not available under another name or token', async () => {
    const made = await make();
    const old = await getLink(made);
    server.clock.advance(61_000);
    expect((await fetch(old)).status).toBe(404);
    const link = await getLink(made);
    const [path = '', query = ''] = link.split('?');
    for (const wrong of [
      path,
      `${path}?token=`,
      `${path}?token=zzzzzzzzzz.x`,
      link.replace('token=', 'token=z'),
      `${server.url}/backup-downloads/other.sqlite?${query}`,
      `${server.url}/backup-downloads/..%2Fcradlesong.sqlite?${query}`,
    ]) {
      expect((await fetch(wrong)).status).toBe(404);
    }
    expect((await fetch(link)).status).toBe(200);
    expect((await call(`/backups/${made.name}`, 'DELETE')).status).toBe(204);
    expect((await fetch(link)).status).toBe(404);
    expect(readdirSync(join(dataDir, 'backups'))).toEqual(['.lock']);
  });
});

describe('an upload', () => {
  test('accepts a downloaded backup, which is checked and can be restored', async () => {
    const bytes = readFileSync(join(dataDir, 'backups', (await make()).name));
    await insertRows(db, { audio_content: [buildTrack({ title: 'Later' })] });
    const answer = await upload(bytes);
    expect(answer.status).toBe(201);
    const uploaded = backupSchema.parse(await answer.json());
    expect(uploaded.contents).toMatchObject({ tracks: 1 });
    expect((await restore(uploaded)).status).toBe(200);
    expect(await titles()).toEqual(['Psalms']);
  });

  test('is refused for an unusable file, and leaves nothing behind', async () => {
    const made = await make();
    const whole = readFileSync(join(dataDir, 'backups', made.name));
    const newer = join(dataDir, 'newer.sqlite');
    writeFileSync(newer, whole);
    const other = await openDatabase({ file: newer });
    await other.kysely
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-later', timestamp: '2026-01-01' } as never)
      .execute();
    await other.close();
    const spoilt = Buffer.from(whole);
    spoilt.fill(7, 4096, 40_000);
    for (const [bytes, why] of [
      ['', 'not a backup'],
      ['Dear reader, this is a letter.', 'not a backup'],
      [whole.subarray(0, whole.length / 2), 'damaged'],
      [spoilt, 'damaged'],
      [readFileSync(newer), 'newer version'],
    ] as const) {
      const refused = await upload(bytes);
      expect(refused.status).toBe(422);
      expect((await refused.json()).message).toContain(why);
    }
    expect((await list()).map(({ name }) => name)).toEqual([made.name]);
    expect(leftovers()).toEqual([]);
    expect(await titles()).toEqual(['Psalms']);
  });
});

describe('a backup of foreign origin', () => {
  test('is reported as foreign, and restored only when the admin trusts it', async () => {
    const bytes = readFileSync(join(dataDir, 'backups', (await make()).name));
    bytes.write('Qsalms', bytes.indexOf('Psalms'));
    const foreign = backupSchema.parse(await (await upload(bytes)).json());
    expect(foreign.contents?.isOwn).toBe(false);
    await insertRows(db, { audio_content: [buildTrack({ title: 'Later' })] });
    const refused = await restore(foreign);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: 'foreign_backup' });
    expect(await titles()).toEqual(['Psalms', 'Later']);

    const body = { confirm: foreign.name, trustsOrigin: true };
    expect((await call(`/backups/${foreign.name}/restore`, 'POST', body)).status).toBe(200);
    expect(await titles()).toHaveLength(1);

    const unsigned = await upload(bytes.subarray(0, -84));
    expect(backupSchema.parse(await unsigned.json()).contents?.isOwn).toBe(false);
  });

  test('is refused if a trigger was added, trusted or not', async () => {
    const made = await make();
    expect(made.contents?.isOwn).toBe(true);
    const file = join(dataDir, 'backups', made.name);
    const tampered = new SQLite(file);
    tampered.exec(`create trigger planted after update on admin_credentials begin
      insert into settings (key, value) values ('announcement', '"' || new.password_hash || '"'); end`);
    tampered.close();
    const refused = await upload(readFileSync(file));
    expect(refused.status).toBe(422);
    expect((await refused.json()).message).toContain('trigger planted');
    const body = { confirm: made.name, trustsOrigin: true };
    expect((await call(`/backups/${made.name}/restore`, 'POST', body)).status).toBe(422);
    expect((await call(`/backups/${made.name}/check`, 'POST')).status).toBe(422);
    await db.kysely.updateTable('admin_credentials').set({ token_generation: 5 }).execute();
    const published = await db.kysely.selectFrom('settings').selectAll().execute();
    expect(JSON.stringify(published)).not.toContain('argon2');
  });
});

test('a file other than a backup cannot be deleted, downloaded, checked or restored', async () => {
  for (const name of [
    '..%2Fcradlesong.sqlite',
    '.lock',
    'nothing.sqlite',
    'a%2Fb.sqlite',
    '%00.sqlite',
  ]) {
    for (const [path, method] of [
      [`/backups/${name}`, 'DELETE'],
      [`/backups/${name}/link`, 'POST'],
      [`/backups/${name}/check`, 'POST'],
      [`/backups/${name}/restore`, 'POST'],
    ] as const) {
      expect((await call(path, method, { confirm: name })).status, path).toBe(404);
    }
  }
  expect(await titles()).toEqual(['Psalms']);
});

test.runIf(ENGINES.includes('postgres'))(
  'with PostgreSQL the page and every refusal name pg_dump',
  async () => {
    const elsewhere = await createTestServer({
      engine: 'postgres',
      config: { DATABASE_URL: 'postgres://somebody:secret@db/x' },
    });
    const as = await fetchAdminToken(elsewhere);
    const answer = await callAdmin(elsewhere, '/backups', { bearer: as });
    const text = await answer.text();
    expect(backupsResponseSchema.parse(JSON.parse(text)).commands?.backup).toContain('pg_dump');
    expect(text).not.toContain('secret');
    for (const [path, method] of [
      ['/backups', 'POST'],
      ['/backups/uploads', 'POST'],
      ['/backups/x.sqlite/restore', 'POST'],
    ] as const) {
      const refused = await callAdmin(elsewhere, path, { bearer: as, method });
      expect(refused.status).toBe(409);
      expect((await refused.json()).message).toContain('pg_dump');
    }
  },
);
