import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#db/open.ts';
import { callAuth, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { startSmtpSink } from '#tests/support/servers/smtp-sink.ts';

// waiting-mails.test.ts covers two servers on one database.
test('a queued mail is sent although the server is killed before the mail server has accepted it', async () => {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.close());
  const server = await startServerProcess({ env: { SMTP_URL: sink.url, AUTH_RATE_LIMIT: '0' } });
  onTestFinished(() => server.stop());
  /** The mails in the database; the claim of the killed process ends at once, instead of after two minutes. */
  const endClaims = async () => {
    const db = await openDatabase({ file: join(server.dataDir, 'cradlesong.sqlite') });
    const held_until = new Date(Date.now() - 1_000).toISOString();
    const mails = await db.kysely
      .updateTable('waiting_mails')
      .set({ held_until })
      .returning('id')
      .execute();
    await db.close();
    return mails;
  };
  sink.hold();
  const body = { email: 'ruth@example.com', password: PASSWORD };
  const answer = await callAuth(server, '/signup', { body });
  expect(answer.status).toBe(200);
  await expect.poll(() => sink.waiting()).toBe(1);
  await server.stop('SIGKILL');
  await expect.poll(() => sink.waiting()).toBe(0);
  expect(await endClaims()).toHaveLength(1);
  sink.acceptAll();
  await server.restart();
  const recipients = () => sink.received.map(({ to }) => to);
  await expect.poll(recipients).toEqual(['ruth@example.com']);
  expect(sink.received[0]?.links[0]).toContain('/auth/v1/verify?token=');
  await expect.poll(endClaims).toEqual([]);
});
