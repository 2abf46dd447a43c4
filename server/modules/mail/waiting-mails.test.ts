import { sql } from 'kysely';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AppDatabase } from '#db/open.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { createLogger } from '#server/core/telemetry/logger.ts';
import { createTestDatabase, ENGINES } from '#tests/support/databases/create-test-db.ts';
import { removeWaitingMails } from './mail.usecases.ts';
import { countWaitingMails } from './waiting-mails.repository.ts';
import { WaitingMails } from './waiting-mails.ts';

const SECRET = 'a secret of at least thirty-two characters';
const mail: Mail = {
  to: 'ruth@example.com',
  subject: 'Confirm',
  text: 'by https://cradlesong.example/?token=012345',
  html: '',
  kind: 'signup',
};

const open: WaitingMails[] = [];
afterEach(async () => {
  for (const mails of open.splice(0)) await mails.close();
});

function createWaiting(
  db: AppDatabase,
  deliver: (mail: Mail) => Promise<void>,
  waits = [1, 1],
): WaitingMails {
  const logger = createLogger({ level: 'silent' });
  const mails = new WaitingMails({ db, secret: SECRET, logger, deliver, waits });
  open.push(mails);
  return mails;
}

/** Sets the end of every claim. */
const silence = (db: AppDatabase, until = Date.now() - 1_000) =>
  sql`update waiting_mails set held_until = ${new Date(until).toISOString()}`.execute(db.kysely);
const never = () => new Promise<void>(() => undefined);

/** Leaves these mails claimed, like a process that is killed while it sends them. */
async function dieSending(db: AppDatabase, ...mails: Mail[]): Promise<void> {
  const dead = createWaiting(db, never);
  await dead.close();
  for (const one of mails) await dead.add(one);
  await silence(db, Date.now() + 60_000);
}

const emptied = (db: AppDatabase) =>
  vi.waitFor(async () => expect(await countWaitingMails(db)).toBe(0), 10_000);

describe.each(ENGINES)('queued mails, on %s', (engine) => {
  test('are not readable in the database, and are removed once the mail server has accepted them', async () => {
    const db = await createTestDatabase(engine);
    const sent = Promise.withResolvers<Mail>();
    const accepted = Promise.withResolvers<void>();
    const mails = createWaiting(db, (it) => {
      sent.resolve(it);
      return accepted.promise;
    });
    await mails.add(mail);
    expect(await sent.promise).toEqual(mail);
    const row = await db.kysely.selectFrom('waiting_mails').selectAll().executeTakeFirstOrThrow();
    const words = JSON.stringify(row) + Buffer.from(row.sealed, 'base64').toString('latin1');
    expect(words).not.toMatch(/ruth|example|Confirm|012345/);
    accepted.resolve();
    await emptied(db);
  });

  test('are each sent by only one of two other processes if their own has died', async () => {
    const db = await createTestDatabase(engine);
    await dieSending(db, ...Array.from({ length: 20 }, (_, at) => ({ ...mail, subject: `${at}` })));
    const got: string[] = [];
    const deliver = async ({ subject }: Mail) => void got.push(subject);
    const living = [createWaiting(db, deliver), createWaiting(db, deliver)];
    await Promise.all(living.map((it) => it.sendDue()));
    expect(got).toEqual([]);
    await silence(db);
    await Promise.all(living.flatMap((it) => [it.sendDue(), it.sendDue()]));
    expect(got.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(await countWaitingMails(db)).toBe(0);
  });

  test('are sent only after their transaction is committed', async () => {
    const db = await createTestDatabase(engine);
    const got: string[] = [];
    const mails = createWaiting(db, async ({ subject }) => void got.push(subject));
    await db.transaction((trx) => mails.add({ ...mail, subject: 'kept' }, trx));
    const undone = db.transaction(async (trx) => {
      await mails.add({ ...mail, subject: 'undone' }, trx);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await vi.waitFor(() => expect(got).toEqual(['kept']));
    await emptied(db);
  });

  test('not accepted before a graceful shutdown are left to the next process', async () => {
    const db = await createTestDatabase(engine);
    const stopped = Promise.withResolvers<void>();
    let tried = false;
    const refuse = async () => {
      tried = true;
      await stopped.promise;
      throw new Error('away');
    };
    const first = createWaiting(db, refuse);
    await first.add(mail);
    await vi.waitFor(() => expect(tried).toBe(true));
    const closing = first.close();
    stopped.resolve();
    await closing;
    const got: Mail[] = [];
    const next = createWaiting(db, async (it) => void got.push(it));
    await next.sendDue();
    expect(got).toEqual([mail]);
  });

  test('are removed when their recipient is erased, by address or account, and no others are', async () => {
    const db = await createTestDatabase(engine);
    const person = { userId: crypto.randomUUID(), emails: ['Ruth@example.com'] };
    await dieSending(
      db,
      mail,
      { ...mail, to: 'old@example.com', personId: person.userId },
      { ...mail, to: 'naomi@example.com' },
    );
    await removeWaitingMails(db.kysely, SECRET, person);
    await silence(db);
    const got: string[] = [];
    const next = createWaiting(db, async ({ to }) => void got.push(to));
    await next.sendDue();
    expect(got).toEqual(['naomi@example.com']);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test('are limited in number', async () => {
    const db = await createTestDatabase(engine);
    await sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < 2000)
      insert into waiting_mails (id, sealed, tries, holder, held_until)
      select 'n' || i, '', 0, 'other', ${new Date(Date.now() + 10_000).toISOString()} from n`.execute(
      db.kysely,
    );
    await expect(createWaiting(db, never).add(mail)).rejects.toThrow('Too many mails');
  });

  test.each([
    ['are retried when the mail server is unreachable', [{}, {}], { calls: 3, failed: 0 }],
    ['are given up after the last attempt', [{}, {}, {}], { calls: 3, failed: 1 }],
    ['are not retried after a permanent refusal', [{ responseCode: 550 }], { calls: 1, failed: 1 }],
  ])('%s', async (_what, failures, expected) => {
    const db = await createTestDatabase(engine);
    const left = [...failures];
    let calls = 0;
    const mails = createWaiting(db, async () => {
      calls += 1;
      const failure = left.shift();
      if (failure) throw Object.assign(new Error('away'), failure);
    });
    await mails.add(mail);
    await emptied(db);
    expect({ calls, failed: mails.failed }).toEqual(expected);
  });
});
