import { describe, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createPrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';

const DAY_MS = 24 * 60 * 60_000;

describe.each(ENGINES)('[X1] a decision about a deletion request on %s', async (engine) => {
  const server = await createTestServer({
    engine,
    rows: { settings: [{ key: 'brand', value: toJson({ name: 'Lullaby House' }) }] },
  });
  const privacyAdmin = await createPrivacyAdmin(server);
  const decide = (id: number, action: string, body?: unknown) =>
    privacyAdmin.post(`/deletion-requests/${id}/${action}`, body);
  const find = async (id: number) =>
    (await privacyAdmin.requests()).find((row) => row['id'] === id);
  const lastMail = (to: string) => server.outbox().findLast((mail) => mail.to.includes(to));

  test('an approval starts the thirty days, and mails the date under the owner’s brand name', async () => {
    const ruth = await signUp(server);
    const id = await privacyAdmin.ask(ruth);
    expect((await decide(id, 'approve')).status).toBe(200);
    const request = await find(id);
    expect(request).toMatchObject({ status: 'approved', due_at: expect.any(String) });
    const due = Date.parse(String(request?.['due_at']));
    expect(due - Date.parse(String(request?.['approved_at']))).toBe(30 * DAY_MS);
    const mail = lastMail(ruth.email);
    const day = new Date(due).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail?.subject).toBe(`Your Lullaby House account will be deleted by ${day}`);
    expect(mail?.text).toContain('Changed your mind?');
    expect(mail?.text).not.toContain('copy of your data');
  });

  test('a refusal mails the reason and keeps the account, even after an approval', async () => {
    const ruth = await signUp(server);
    const id = await privacyAdmin.ask(ruth);
    await decide(id, 'approve');
    expect((await decide(id, 'refuse', { reason: ' ' })).status).toBe(400);
    expect((await decide(id, 'refuse', {})).status).toBe(400);
    expect((await decide(id, 'refuse', { reason: 'x'.repeat(2001) })).status).toBe(400);
    expect((await decide(id, 'refuse', { reason: 'You wrote that you stay.' })).status).toBe(200);
    expect(await find(id)).toMatchObject({
      status: 'refused',
      refusal: 'You wrote that you stay.',
      refused_at: expect.any(String),
      due_at: null,
    });
    expect(lastMail(ruth.email)?.text).toContain('You wrote that you stay.');
    expect((await ruth.client.auth.getUser()).error).toBeNull();
  });

  test('is in the audit log without the address', async () => {
    const entries = await server.db.kysely.selectFrom('audit_log').selectAll().execute();
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['approve', 'refuse']),
    );
    expect(JSON.stringify(entries)).not.toContain('@example.com');
  });

  test('is not saved when the mail server refuses the mail', async () => {
    const failing = await createTestServer({
      engine,
      deps: { mailer: { send: () => Promise.reject(new Error('no mail server')) } },
    });
    const failingAdmin = await createPrivacyAdmin(failing);
    const id = await failingAdmin.ask(await signUp(failing));
    for (const [action, body] of [['approve'], ['refuse', { reason: 'No' }]] as const) {
      expect((await failingAdmin.post(`/deletion-requests/${id}/${action}`, body)).status).toBe(
        500,
      );
    }
    expect(await failingAdmin.requests()).toMatchObject([{ status: 'confirmed', due_at: null }]);
  });

  // SQLite is enough below: these tests run only SQL that the tests above cover on both engines.
  if (engine !== 'sqlite') return;

  test.each([
    ['not confirmed', 'received', ['approve', 'erase'], 'has not confirmed'],
    ['not approved', 'confirmed', ['erase'], 'Approve this request first'],
    ['approved', 'approved', ['approve'], 'approved already'],
    ['refused', 'refused', ['approve', 'refuse', 'erase'], 'was refused'],
    ['erased', 'erased', ['approve', 'refuse', 'erase'], 'carried out already'],
  ] as const)(
    'about a request that is %s is refused with the reason',
    async (_, status, actions, says) => {
      const email = `${status}@example.com`;
      const { id } = await server.db.kysely
        .insertInto('deletion_requests')
        .values({ email, reason: 'other', status })
        .returning('id')
        .executeTakeFirstOrThrow();
      const sent = server.outbox().length;
      for (const action of actions) {
        const answer = await decide(id, action, { email, reason: 'No' });
        expect([action, answer.status]).toEqual([action, 409]);
        expect(await answer.json()).toMatchObject({
          code: 'conflict',
          message: expect.stringContaining(says),
        });
      }
      expect(await find(id)).toMatchObject({ status, email });
      expect(server.outbox()).toHaveLength(sent);
    },
  );
});
