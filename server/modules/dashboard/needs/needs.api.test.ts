import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type NeedsResponse, needsResponseSchema } from '#contract/calls/admin/needs.ts';
import type { OwnerMails } from '#contract/rows/settings.ts';
import { toJson } from '#db/codecs.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { sampleUuid } from '#db/seeds/sample-uuid.ts';
import { recordMailFailure } from '#server/modules/mail/mail.usecases.ts';
import { createMailer } from '#server/modules/mail/mailer.ts';
import { enterAsAdmin } from '#tests/support/admin-people.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { startSmtpSink } from '#tests/support/servers/smtp-sink.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { notifyOwner } from './needs.usecases.ts';

const DAY_MS = 24 * 60 * 60_000;
const TEN_MINUTES = 10 * 60_000;

describe.each(ENGINES)('[D2] open tasks of the owner, on %s', async (engine) => {
  const sink = await startSmtpSink();
  afterAll(() => sink.close());

  /** A server with a mail server, today's backup and a stopped clock. */
  async function open(mails: OwnerMails = { to: 'owner@example.org' }) {
    const server = await createTestServer({
      engine,
      config: { SMTP_URL: sink.url },
      rows: {
        users: [buildUser(1)],
        settings: [{ key: 'owner_mails', value: toJson(mails) }],
      },
    });
    const { clock, deps } = server;
    clock.stop();
    const mailer = createMailer({ ...deps, retryWaits: [] });
    const sent = () =>
      vi.waitFor(async () => expect(await mailer.countWaiting?.()).toBe(0), 10_000);
    const begun = sink.received.length;
    const backUp = () => {
      const folder = join(deps.config.DATA_DIR, 'backups');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'new.sqlite'), '');
      utimesSync(join(folder, 'new.sqlite'), clock.now() / 1000, clock.now() / 1000);
    };
    backUp();
    const { kysely } = deps.db;
    const ask = async (token?: string): Promise<NeedsResponse> => {
      // The clock advances beyond a token's lifetime.
      const bearer = token ?? (await fetchAdminToken(server));
      const answer = await callAdmin(server, '/needs', { bearer });
      return needsResponseSchema.parse(await answer.json());
    };
    return {
      server,
      clock,
      kysely,
      mailer,
      sent,
      backUp,
      /** Runs the job again; returns all mails so far. */
      async tell() {
        await notifyOwner({ ...deps, mailer });
        await sent();
        return sink.received
          .slice(begun)
          .filter(({ subject }) => subject.startsWith('Cradlesong: '));
      },
      ask,
      needs: async (token?: string) => (await ask(token)).needs,
      write: () =>
        insertRows(deps.db, {
          support_tickets: [
            { user_id: sampleUuid('user', 1), subject: 'a', message: 'b', status: 'open' },
          ],
        }),
    };
  }

  test('tickets and replies are mailed to the set address, at most every ten minutes', async () => {
    const { kysely, clock, tell, needs, write } = await open();
    expect(await tell()).toEqual([]);
    await write();
    expect(await tell()).toMatchObject([
      {
        to: 'owner@example.org',
        subject: 'Cradlesong: 1 ticket waits for an answer.',
        text: expect.stringContaining('/admin/users?part=tickets'),
      },
    ]);
    await write();
    expect(await tell()).toHaveLength(1);
    clock.advance(TEN_MINUTES);
    expect((await tell()).at(1)?.subject).toContain('2 tickets wait');
    clock.advance(TEN_MINUTES);
    expect(await tell()).toHaveLength(2);
    const message = { ticket_id: 1, author: 'person', text: 'Still nothing.' } as const;
    await kysely.insertInto('ticket_messages').values(message).execute();
    expect(await tell()).toHaveLength(3);
    await kysely.updateTable('support_tickets').set({ status: 'answered' }).execute();
    clock.advance(TEN_MINUTES);
    expect(await tell()).toHaveLength(3);
    expect(await needs()).toEqual([]);
  });

  test('a deletion request is mailed, and again three days before each deadline', async () => {
    const { server, kysely, clock, tell, needs, backUp } = await open();
    const later = async (days: number) => {
      clock.advance(days * DAY_MS);
      backUp();
      return (await tell()).length;
    };
    const created_at = new Date(clock.now()).toISOString();
    const request = { email: 'ruth@example.org', reason: 'other', status: 'received' } as const;
    await insertRows(server.db, { deletion_requests: [{ ...request, created_at }] });
    expect(await later(0)).toBe(1);
    expect(await later(24)).toBe(1);
    expect(await later(1)).toBe(2);
    expect(await later(1)).toBe(2);
    expect(await needs()).toEqual([
      { name: 'privacy', text: expect.stringMatching(/^1 deletion request needs a decision by /) },
    ]);
    const due_at = new Date(clock.now() + 10 * DAY_MS).toISOString();
    await kysely.updateTable('deletion_requests').set({ status: 'approved', due_at }).execute();
    expect(await later(0)).toBe(2);
    expect(await later(7)).toBe(3);
    expect(await needs()).toEqual([
      { name: 'privacy', text: expect.stringContaining('the data must be erased by') },
    ]);
  });

  test('include failed mails for a day, with the reason and a suggestion', async () => {
    const { server, clock, mailer, sent, tell, needs, backUp } = await open();
    await mailer.send({ to: 'not an address', subject: 'a', text: 'b', html: 'c', kind: 'd' });
    await sent();
    const [mail] = await tell();
    expect(mail?.subject).toMatch(/One mail was not delivered, the last on [^.]+\.$/);
    await recordMailFailure(server.deps, 'sign_in');
    expect(await needs()).toMatchObject([
      { name: 'mails', text: expect.stringContaining('Check both in SMTP_URL; some providers') },
    ]);
    clock.advance(DAY_MS);
    backUp();
    expect(await needs()).toEqual([]);
  });

  // SQLite is enough below: other tests run the same SQL on both engines.
  if (engine !== 'sqlite') return;

  test('include missing backups, mailed after two days without a backup, and again after the next gap', async () => {
    const { clock, tell, needs, backUp } = await open();
    clock.advance(2 * DAY_MS);
    expect(await tell()).toEqual([]);
    clock.advance(1);
    expect(await tell()).toHaveLength(1);
    expect((await needs()).map(({ name }) => name)).toEqual(['backups']);
    backUp();
    expect(await tell()).toHaveLength(1);
    clock.advance(2 * DAY_MS + 1);
    expect(await tell()).toHaveLength(2);
  });

  test('include a disk that is more than 90 % full', async () => {
    const { tell } = await open();
    const { statfs } = files;
    const size = await statfs('/');
    /** Replaces `statfs`, including in modules that import it by name. */
    const replace = (answer: object) => {
      Object.assign(files, { statfs: answer });
      syncBuiltinESMExports();
    };
    onTestFinished(() => replace(statfs));
    const fill = (used: number) =>
      replace(async () => ({ ...size, bavail: size.blocks * (1 - used) }));
    fill(0.89);
    expect(await tell()).toEqual([]);
    fill(0.95);
    expect(await tell()).toMatchObject([{ subject: expect.stringContaining('95 % full') }]);
  });

  test('are not mailed if their mails are switched off, and are mailed to the owners if no address is set', async () => {
    const silent = await open({ off: ['tickets'] });
    await silent.write();
    expect(await silent.tell()).toEqual([]);
    expect(await silent.needs()).toMatchObject([{ name: 'tickets' }]);
    const { server, tell, write } = await open({});
    await write();
    const { email } = await enterAsAdmin(server, 'owner');
    expect(await tell()).toMatchObject([{ to: email }]);
  });

  test('include example texts until the owner has replaced or removed them', async () => {
    const { server, ask } = await open();
    const labels = async () => (await ask()).examples.map(({ label }) => label);
    expect(await labels()).toEqual(expect.arrayContaining(['Telephone', 'Testimonials']));
    await insertRows(server.db, {
      settings: [
        { key: 'brand', value: toJson({ phone: '+44 20 1234 5678' }) },
        { key: 'text.landing.testimonials', value: toJson('') },
      ],
    });
    expect(await labels()).not.toEqual(expect.arrayContaining(['Telephone']));
    expect(await labels()).not.toEqual(expect.arrayContaining(['Testimonials']));
    const reader = await enterAsAdmin(server, 'reader');
    expect((await ask(reader.token)).examples).toEqual([]);
  });

  test('are shown only to roles that may see them', async () => {
    const { server, needs, write } = await open();
    await write();
    const editor = await enterAsAdmin(server, 'editor');
    const helpdesk = await enterAsAdmin(server, 'helpdesk');
    expect(await needs(editor.token)).toEqual([]);
    expect(await needs(helpdesk.token)).toMatchObject([{ name: 'tickets' }]);
  });
});
