import { setTimeout as sleep } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { TABLE_NAMES } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';
import { buildNewsletterSubscriber } from '#db/seeds/builders/build-service-rows.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { maintain } from '#server/maintenance.ts';
import { changeRows, ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { dieAtEveryStatement } from '#tests/support/databases/dying-database.ts';
import { createPrivacyAdmin, type PrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';
import { approveDeletion } from '../decisions.usecases.ts';
import { carryOutErasure, eraseAccount } from './erasure.usecases.ts';

const DAY_MS = 24 * 60 * 60_000;

describe.each(ENGINES)('[X1] an erasure on %s', (engine) => {
  let server: TestServer;
  let privacyAdmin: PrivacyAdmin;
  beforeEach(async () => {
    server = await createTestServer({ engine, rows: { audio_content: [buildTrack()] } });
    privacyAdmin = await createPrivacyAdmin(server);
  });

  /** Creates a user with data in every table. */
  async function settleIn(): Promise<SignedIn> {
    const testUser = await signUp(server);
    const { client, email, user } = testUser;
    const mine = { user_id: user.id };
    const { kysely } = server.db;
    await client.from('profiles').upsert({ id: user.id, username: 'Ruth' });
    await client.from('favorites').insert({ ...mine, content_id: 1 });
    const { data: ticket } = await client
      .from('support_tickets')
      .insert({ ...mine, subject: 'Hello', message: 'I am Ruth', status: 'open' })
      .select('id')
      .single();
    await privacyAdmin.post(`/tickets/${ticket?.id}/answer`, { answer: 'Dear Ruth' });
    const subscriber = buildNewsletterSubscriber(1, { email, token_hash: email });
    await kysely.insertInto('newsletter_subscribers').values(subscriber).execute();
    const admin = server.supabase(privacyAdmin.admin);
    await admin.from('subscriptions').insert({ ...mine, plan_type: 'trial', status: 'active' });
    const { data: notice } = await admin
      .from('notifications')
      .insert({ title: 'A new psalm', body: 'It is in your list.' })
      .select('id')
      .single();
    await admin.from('notification_reads').insert({ ...mine, notification_id: notice?.id });
    const body = { user_metadata: { full_name: 'Ruth' } };
    await callAuth(server, `/admin/users/${user.id}`, {
      method: 'PUT',
      body,
      bearer: privacyAdmin.admin,
    });
    return testUser;
  }

  /** Tables that still contain one of the words. */
  async function tablesWith(...words: string[]): Promise<string[]> {
    const found: string[] = [];
    for (const name of TABLE_NAMES) {
      // The cast is safe: TABLE_NAMES lists the keys of Database.
      const rows: Selectable<Database[keyof Database]>[] = await server.db.kysely
        .selectFrom(name as keyof Database)
        .selectAll()
        .execute();
      if (words.some((word) => JSON.stringify(rows).includes(word))) found.push(name);
    }
    return found;
  }
  const goodbyes = () => server.outbox().filter(({ subject }) => subject.endsWith('is deleted'));
  const mailsTo = (email: string) => server.outbox().filter(({ to }) => to.includes(email));

  test('leaves nothing that identifies the user in any table, and no mail but the last', async () => {
    const other = await signUp(server);
    const testUser = await settleIn();
    const id = await privacyAdmin.ask(testUser, { feedback: 'It is Ruth' });
    expect((await tablesWith(testUser.email, testUser.user.id, 'Ruth')).length).toBeGreaterThan(8);
    await privacyAdmin.post(`/deletion-requests/${id}/approve`);
    const erase = (email: string) => privacyAdmin.post(`/deletion-requests/${id}/erase`, { email });
    expect((await erase(other.email)).status).toBe(400);
    expect(await tablesWith(testUser.user.id)).toContain('users');
    expect((await erase(` ${testUser.email.toUpperCase()} `)).status).toBe(200);
    expect((await erase(testUser.email)).status).toBe(409);

    expect(await tablesWith(testUser.email, testUser.user.id, 'Ruth')).toEqual([]);
    expect(await tablesWith(other.email)).toEqual(['users']);
    expect(await privacyAdmin.requests()).toContainEqual(
      expect.objectContaining({ id, status: 'erased', email: '', feedback: null, user_id: null }),
    );
    const log = await server.db.kysely.selectFrom('audit_log').select('action').execute();
    expect(log.at(-1)).toEqual({ action: 'erase' });
    expect(mailsTo(testUser.email)).toEqual([]);
    expect(server.outbox().at(-1)).toMatchObject({
      to: 'erased@address.invalid',
      subject: 'Your Cradlesong account is deleted',
    });
    expect((await testUser.client.auth.getUser()).error).not.toBeNull();
  });

  test('removes even a mail that is written while the account is erased', async () => {
    const { email, user } = await signUp(server);
    const { deps } = server;
    const send: typeof deps.mailer.send = async (mail, trx) => {
      const { subject, text, html } = mail;
      await deps.mailer.send({ to: email, kind: 'test', subject, text, html });
      await deps.mailer.send(mail, trx);
    };
    await eraseAccount({ ...deps, mailer: { ...deps.mailer, send } }, user.id, email);
    expect(mailsTo(email)).toEqual([]);
  });

  test('keeps mails to a longer address that contains theirs', async () => {
    const { email, user } = await signUp(server, { email: 'ann@example.org' });
    const others = ['joann@example.org', 'jo.ann@example.org', 'ann@example.org.uk'];
    for (const to of [...others, email]) {
      await server.deps.mailer.send({ to, kind: 'test', subject: to, text: `To ${to}.`, html: '' });
    }
    await eraseAccount(server.deps, user.id, email);
    const kept = server.outbox().filter(({ subject }) => subject.includes(email));
    expect(kept.map(({ to }) => to)).toEqual(others);
  });

  test('happens automatically after thirty days, and not before', async () => {
    const testUser = await settleIn();
    const id = await privacyAdmin.ask(testUser);
    await privacyAdmin.post(`/deletion-requests/${id}/approve`);
    server.clock.advance(29 * DAY_MS);
    await maintain(server.deps);
    expect(await tablesWith(testUser.user.id)).toContain('users');
    server.clock.advance(DAY_MS);
    // Simulates two processes of one server.
    await Promise.all([maintain(server.deps), maintain(server.deps)]);
    expect(await tablesWith(testUser.user.id, testUser.email)).toEqual([]);
    const log = await server.db.kysely.selectFrom('audit_log').selectAll().execute();
    expect(log.at(-1)).toMatchObject({ actor: 'system', action: 'erase', row_id: String(id) });
    expect(mailsTo(testUser.email)).toEqual([]);
    expect(goodbyes()).toHaveLength(1);
  });

  test('is approved and carried out in full or not at all, wherever the server dies', async () => {
    const testUser = await settleIn();
    const id = await privacyAdmin.ask(testUser);
    const toApprove = await dieAtEveryStatement(server.db, (db) =>
      approveDeletion({ ...server.deps, db }, id),
    );
    expect(toApprove).toBeGreaterThan(2);
    const order = { actor: 'service_role', typed: testUser.email } as const;
    const toErase = await dieAtEveryStatement(server.db, (db) =>
      carryOutErasure({ ...server.deps, db }, id, order),
    );
    expect(toErase).toBeGreaterThan(10);
    expect(await tablesWith(testUser.user.id, testUser.email)).toEqual([]);
    expect(await readRows(server.db, 'tombstones')).not.toEqual([]);
    expect(await privacyAdmin.requests()).toMatchObject([{ status: 'erased' }]);
    expect(goodbyes()).toHaveLength(1);
  });

  test('requires the admin to type the address if there is no request', async () => {
    const testUser = await settleIn();
    const erase = (email: string, who = testUser.user.id) =>
      privacyAdmin.post(`/people/${who}/erase`, { email });
    expect((await erase('somebody@example.com')).status).toBe(400);
    expect((await privacyAdmin.post(`/people/${testUser.user.id}/erase`)).status).toBe(400);
    expect((await erase(testUser.email)).status).toBe(200);
    expect((await erase(testUser.email)).status).toBe(404);
    expect((await erase(testUser.email, 'nobody')).status).toBe(404);
    expect(await tablesWith(testUser.user.id, testUser.email, 'Ruth')).toEqual([]);
  });

  test('is done once when two begin at the same moment', async () => {
    const { user, email } = await signUp(server);
    let second: Promise<void> | undefined;
    await server.db.transaction(async (trx) => {
      await trx.deleteFrom('users').where('id', '=', user.id).execute();
      second = eraseAccount(server.deps, user.id, email);
      // Gives the second call time to wait for this transaction, which has deleted the account's row.
      await Promise.race([second.catch(() => undefined), sleep(300)]);
    });
    await expect(second).rejects.toMatchObject({ status: 404 });
    expect(await readRows(server.db, 'audit_log', { action: 'erase' })).toEqual([]);
  });

  test('removes an address without an account from the newsletter', async () => {
    const email = 'only-newsletter@example.com';
    const { kysely } = server.db;
    const subscriber = buildNewsletterSubscriber(2, { email });
    await kysely.insertInto('newsletter_subscribers').values(subscriber).execute();
    const { id } = await kysely
      .insertInto('deletion_requests')
      .values({ email, reason: 'other', status: 'confirmed' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await privacyAdmin.post(`/deletion-requests/${id}/approve`);
    expect((await privacyAdmin.post(`/deletion-requests/${id}/erase`, { email })).status).toBe(200);
    expect(await tablesWith(email)).toEqual([]);
  });

  test('erases the account of the request, not a new account with its old address', async () => {
    const testUser = await signUp(server);
    const id = await privacyAdmin.ask(testUser);
    await privacyAdmin.post(`/deletion-requests/${id}/approve`);
    const moved = 'moved@example.com';
    await changeRows(server.db, 'users', { id: testUser.user.id }, { email: moved });
    const heir = await signUp(server, { email: testUser.email });
    expect(
      (await privacyAdmin.post(`/deletion-requests/${id}/erase`, { email: moved })).status,
    ).toBe(200);
    expect(await tablesWith(moved, testUser.user.id)).toEqual([]);
    expect(await tablesWith(heir.user.id)).toContain('users');
  });

  test('sends a reset to an admin who reconnects to the stream, and nothing to others', async () => {
    const testUser = await signUp(server);
    const other = await signUp(server);
    const before = await server.db.latestChangeId();
    await testUser.client.from('favorites').insert({ user_id: testUser.user.id, content_id: 1 });
    await privacyAdmin.post(`/people/${testUser.user.id}/erase`, { email: testUser.email });
    await other.client.from('favorites').insert({ user_id: other.user.id, content_id: 1 });
    const resume = (bearer: string) =>
      openEventReader(`${server.url}${API_PATHS.changes}?table=favorites`, {
        headers: { Authorization: `Bearer ${bearer}`, 'Last-Event-ID': String(before) },
      });
    const admin = await resume(privacyAdmin.admin);
    expect(await admin.event(0)).toMatchObject({ event: 'reset' });
    const user = await resume(other.session.access_token);
    expect(await user.event(0)).toMatchObject({ event: 'INSERT' });
  });
});
