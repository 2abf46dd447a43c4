import { describe, expect, test, vi } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createPrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { startSmtpSink } from '#tests/support/servers/smtp-sink.ts';
import { signUp } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('[X1] with a mail server, an erasure on %s', (engine) => {
  test('sends one last mail, and leaves no pending mail of the user', async () => {
    const sink = await startSmtpSink();
    const server = await createTestServer({ engine, config: { SMTP_URL: sink.url } });
    const privacyAdmin = await createPrivacyAdmin(server);
    const testUser = await signUp(server);
    const { kysely } = server.db;
    // Simulates a lease held by another process between two attempts.
    const to = 'given-up@example.com';
    const letter = { subject: 'Hello', text: 'Hello', html: '', kind: 'test' };
    await server.db.transaction(async (trx) => {
      await server.deps.mailer.send({ ...letter, to, personId: testUser.user.id }, trx);
      const held_until = new Date(Date.now() + 14_000).toISOString();
      await trx.updateTable('waiting_mails').set({ held_until, holder: 'another' }).execute();
    });
    const id = await privacyAdmin.ask(testUser);
    await privacyAdmin.post(`/deletion-requests/${id}/approve`, {});
    await vi.waitFor(() => expect(sink.received).toHaveLength(1), { timeout: 10_000 });
    const erased = await privacyAdmin.post(`/deletion-requests/${id}/erase`, {
      email: testUser.email,
    });
    expect(erased.status).toBeLessThan(300);
    await vi.waitFor(() => expect(sink.received).toHaveLength(2), { timeout: 10_000 });
    expect(sink.received.map((mail) => mail.to)).toEqual([testUser.email, testUser.email]);
    await vi.waitFor(async () =>
      expect(await kysely.selectFrom('waiting_mails').selectAll().execute()).toEqual([]),
    );
    await sink.close();
  });
});
