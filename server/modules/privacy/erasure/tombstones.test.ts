import { hash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildNewsletterSubscriber, buildTicket } from '#db/seeds/builders/build-service-rows.ts';
import {
  createTestDatabase,
  ENGINES,
  insertRows,
  type Rows,
} from '#tests/support/databases/create-test-db.ts';
import { readTombstoneFile, tombstoneFile } from './tombstone-file.ts';
import { readTombstoneKeys, TOMBSTONE_KEY_FILE } from './tombstone-keys.ts';
import { insertTombstones } from './tombstones.repository.ts';
import { applyTombstones, createTombstones, mergeTombstones } from './tombstones.usecases.ts';

const BEFORE = '2026-01-01T00:00:00.000Z';
const ERASED = '2026-02-01T00:00:00.000Z';
const AFTER = '2026-03-01T00:00:00.000Z';

const [ruth, naomi] = [
  buildUser(1, { email: 'ruth@example.org', created_at: BEFORE }),
  buildUser(2, { email: 'naomi@example.org', created_at: BEFORE }),
];
const ruthIsGone = (dataDir: string) =>
  createTombstones(readTombstoneKeys(dataDir), { userId: ruth.id, emails: [ruth.email] }, ERASED);
/** A backup from before the erasure. */
const backup: Rows = {
  users: [ruth, naomi],
  support_tickets: [buildTicket(1), buildTicket(2)],
  newsletter_subscribers: [
    buildNewsletterSubscriber(1, { email: ruth.email, created_at: BEFORE }),
    buildNewsletterSubscriber(2, { email: 'orpah@example.org', created_at: BEFORE }),
  ],
};

describe.each(ENGINES)('[X1] tombstones on %s', (engine) => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-tombstones-'));
  });

  const open = (rows: Rows = {}) => createTestDatabase(engine, rows);
  type Db = Awaited<ReturnType<typeof open>>;
  const emails = async (db: Db) => {
    const users = await db.kysely.selectFrom('users').select('email').execute();
    const readers = await db.kysely.selectFrom('newsletter_subscribers').select('email').execute();
    return [users.map(({ email }) => email).sort(), readers.map(({ email }) => email).sort()];
  };
  const erasedBy = async (db: Db) => (await applyTombstones(db, dataDir)).erased;
  const untouched = [
    [naomi.email, ruth.email],
    ['orpah@example.org', ruth.email],
  ];
  const withoutRuth = [[naomi.email], ['orpah@example.org']];

  test('are also in a file beside the database, so users are erased again after a restore with a database tool', async () => {
    const lived = await open();
    await insertTombstones(lived.kysely, ruthIsGone(dataDir));
    await applyTombstones(lived, dataDir);
    expect(readFileSync(tombstoneFile(dataDir), 'utf8')).not.toContain('ruth');
    expect(statSync(tombstoneFile(dataDir)).mode & 0o777).toBe(0o600);

    const restored = await open(backup);
    expect(await erasedBy(restored)).toBeGreaterThan(0);
    expect(await emails(restored)).toEqual(withoutRuth);
    const tickets = await restored.kysely.selectFrom('support_tickets').select('user_id').execute();
    expect(tickets).toEqual([{ user_id: naomi.id }]);
    const log = await restored.kysely.selectFrom('change_log').selectAll().execute();
    expect(JSON.stringify(log)).not.toContain(ruth.id);
    expect(await restored.kysely.selectFrom('tombstones').select('kind').execute()).toHaveLength(2);
    expect(await erasedBy(restored)).toBe(0);
  });

  test('are copied only once into this machine’s file after an erasure on another machine', async () => {
    const db = await open();
    const there = mkdtempSync(join(tmpdir(), 'cradlesong-elsewhere-'));
    writeFileSync(join(there, TOMBSTONE_KEY_FILE), 'a key that both machines have');
    cpSync(join(there, TOMBSTONE_KEY_FILE), join(dataDir, TOMBSTONE_KEY_FILE));
    await insertTombstones(db.kysely, ruthIsGone(there));

    await mergeTombstones(db, dataDir);
    await mergeTombstones(db, dataDir);
    expect(await readTombstoneFile(dataDir)).toHaveLength(2);

    // Restores a dump from before the erasure; this machine starts first.
    const restored = await open(backup);
    expect(await erasedBy(restored)).toBe(1);
    expect(await emails(restored)).toEqual(withoutRuth);
  });

  test('keep a user who signed up again', async () => {
    const db = await open();
    await insertTombstones(db.kysely, ruthIsGone(dataDir));
    await insertRows(db, {
      users: [buildUser(3, { email: ruth.email, created_at: AFTER })],
      newsletter_subscribers: [
        buildNewsletterSubscriber(1, { email: ruth.email, created_at: AFTER }),
      ],
    });
    expect(await erasedBy(db)).toBe(0);
    expect(await emails(db)).toEqual([[ruth.email], [ruth.email]]);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('are useless to an attacker who guesses an address but has no key', async () => {
    const db = await open();
    await insertTombstones(db.kysely, ruthIsGone(dataDir));
    await applyTombstones(db, dataDir);
    const file = join(dataDir, TOMBSTONE_KEY_FILE);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const kept = readFileSync(tombstoneFile(dataDir), 'utf8');
    expect(kept).not.toContain(hash('sha256', ruth.email));
    expect(kept).not.toContain(readFileSync(file, 'utf8').trim());
  });

  test('are read from another machine’s file after its key was added to this machine’s keys', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'cradlesong-tombstones-'));
    const db = await open(backup);
    await insertTombstones(db.kysely, ruthIsGone(elsewhere));
    expect(await applyTombstones(db, dataDir)).toEqual({ erased: 0, unreadable: 2 });
    expect(await emails(db)).toEqual(untouched);

    appendFileSync(
      join(dataDir, TOMBSTONE_KEY_FILE),
      readFileSync(join(elsewhere, TOMBSTONE_KEY_FILE)),
    );
    expect((await applyTombstones(db, dataDir)).unreadable).toBe(0);
    expect(await emails(db)).toEqual(withoutRuth);
  });

  test('are read despite a line truncated by a power failure', async () => {
    await applyTombstones(await open(), dataDir);
    appendFileSync(tombstoneFile(dataDir), '\n{"kind":"ema');
    const lived = await open();
    await insertTombstones(lived.kysely, ruthIsGone(dataDir));
    await applyTombstones(lived, dataDir);
    const restored = await open(backup);
    await applyTombstones(restored, dataDir);
    expect(await emails(restored)).toEqual(withoutRuth);
  });
});
