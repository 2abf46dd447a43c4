import { afterAll, describe, expect, test, vi } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import {
  MAIL_TEMPLATES,
  MAIL_TEXTS,
  type MailTemplate,
} from '#contract/constants/texts/mail-texts.ts';
import { createPrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin, send } from '#tests/support/servers/send.ts';
import { startSmtpSink } from '#tests/support/servers/smtp-sink.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const PASSWORD = 'the lord is my shepherd';

const put = (server: TestServer, bearer: string, name: string, value: string) =>
  server
    .supabase(bearer)
    .from('settings')
    .upsert({ key: `text.mail.${name}`, value });

const changed = (template: MailTemplate) =>
  MAIL_TEXTS[template].texts.text.text.replace(/^# .*$/m, '# Our own heading');

describe('[D2] the owner’s mail texts', async () => {
  const sink = await startSmtpSink();
  const config = {
    SMTP_URL: sink.url,
    AUTH_AUTOCONFIRM: false,
    AUTH_MAIL_INTERVAL_S: 0,
    AUTH_MAILS_PER_HOUR: 0,
  };
  const server = await createTestServer({ config });
  const privacyAdmin = await createPrivacyAdmin(server);
  afterAll(() => sink.close());

  async function signIn(email: string) {
    const { auth } = server.supabase(privacyAdmin.admin);
    await auth.admin.createUser({ email, password: PASSWORD, email_confirm: true });
    const client = server.supabase();
    const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
    const { user, session } = data;
    if (!user || !session) throw new Error(`${email} cannot sign in`);
    return { client, user, session, email, password: PASSWORD };
  }
  const post = (path: string, body: object) => send(server, path, { body });

  async function askForAllMails() {
    const { auth } = server.supabase();
    const ruth = await signIn('ruth@example.com');
    await auth.signUp({ email: 'new@example.com', password: PASSWORD });
    await auth.signUp({ email: ruth.email, password: PASSWORD });
    await server.supabase(privacyAdmin.admin).auth.admin.inviteUserByEmail('invited@example.com');
    await auth.signInWithOtp({ email: ruth.email });
    await auth.resetPasswordForEmail(ruth.email);
    await ruth.client.auth.reauthenticate();
    await ruth.client.auth.updateUser({ email: 'moved@example.com' });
    const esther = await signIn('esther@example.com');
    await esther.client.auth.updateUser({ email: ruth.email });
    await post('/newsletter', { email: 'reader@example.com', source: 'landing' });
    const ticket = { user_id: ruth.user.id, subject: 'No\nsound', message: 'a', status: 'open' };
    const { data } = await ruth.client.from('support_tickets').insert(ticket).select('id').single();
    await privacyAdmin.post(`/tickets/${data?.id}/answer`, { answer: 'Peace' });
    await privacyAdmin.post('/admins', { email: 'a@example.com', name: 'Hanna', role: 'editor' });
    const form = { email: 'asks@example.com', reason: 'other', confirmDeletion: true };
    await post(API_PATHS.accountDeletion, form);
    await privacyAdmin.post(`/deletion-requests/${await privacyAdmin.ask(ruth)}/approve`);
    const { user, email } = await signIn('gone@example.com');
    await privacyAdmin.post(`/people/${user.id}/erase`, { email });
    await privacyAdmin.post(`/deletion-requests/${await privacyAdmin.ask(esther)}/refuse`, {
      reason: 'Why',
    });
    const copied = await privacyAdmin.ask(await signIn('naomi@example.com'), {
      dataDownload: true,
    });
    await privacyAdmin.post(`/deletion-requests/${copied}/approve`);
  }

  test('are used in every mail, and the built-in ones after a reset', async () => {
    for (const template of MAIL_TEMPLATES) {
      await put(
        server,
        privacyAdmin.admin,
        `${template}.subject`,
        `Ours ${template}`,
      ).throwOnError();
      await put(server, privacyAdmin.admin, `${template}.text`, changed(template)).throwOnError();
    }
    await askForAllMails();
    const sent = () => new Set(sink.received.map(({ subject }) => subject));
    const expected = new Set(MAIL_TEMPLATES.map((template) => `Ours ${template}`));
    await vi.waitFor(() => expect(sent()).toEqual(expected), { timeout: 20_000 });
    for (const { subject, text, html, links } of sink.received) {
      const template = MAIL_TEMPLATES.find((name) => subject === `Ours ${name}`) ?? 'signup';
      expect(text).toContain('Our own heading\n');
      expect(html).toContain('Our own heading</h1>');
      expect(text).not.toMatch(/\{\w+\}/);
      const hasLink = MAIL_TEXTS[template].texts.text.text.includes('{link}');
      expect(links.length > 0).toBe(hasLink);
    }
    const rows = server.supabase(privacyAdmin.admin).from('settings');
    await rows.delete().like('key', 'text.mail.%').throwOnError();
    await server.supabase().auth.signUp({ email: 'later@example.com', password: PASSWORD });
    const builtIn = 'Confirm your email address for Cradlesong';
    await vi.waitFor(() => expect(sent()).toContain(builtIn), { timeout: 20_000 });
  });

  test('cannot add a header by a line break in a value', async () => {
    await put(server, privacyAdmin.admin, 'support_answer.subject', 'Re {subject}').throwOnError();
    const { client, user } = await signIn('lydia@example.com');
    const subject = 'Hello\r\nBcc: all@example.com';
    const ticket = { user_id: user.id, subject, message: 'a', status: 'open' };
    const { data } = await client.from('support_tickets').insert(ticket).select('id').single();
    await privacyAdmin.post(`/tickets/${data?.id}/answer`, { answer: 'Peace' });
    const isReply = (mail: { subject: string }) => mail.subject.startsWith('Re Hello');
    await vi.waitFor(() => expect(sink.received.some(isReply)).toBe(true), { timeout: 20_000 });
    const mail = sink.received.find(isReply);
    expect(mail?.subject).toBe('Re Hello Bcc: all@example.com');
    expect(mail?.headers).not.toHaveProperty('bcc');
  });
});

const SIGNUP = changed('signup');
const REFUSED: readonly (readonly [name: string, value: string, reason: string])[] = [
  ['signup.text', SIGNUP.replace('({link})', '(https://example.org)'), 'such as [Open]({link})'],
  ['signup.text', `${SIGNUP}\n\nOr open {link}.`, '{link} cannot be used here'],
  ['signup.text', SIGNUP.replace('# ', ''), 'begins with # and its heading'],
  ['newsletter_confirmation.text', '# A\n\n[Yes]({link})', '[Unsubscribe]({unsubscribe})'],
  ['support_answer.text', '# A\n\n[Reply]({link})', 'needs {answer}'],
  ['deletion_done.text', '# A\n\n[Open]({link})', 'has no paragraph such as [Open]({link})'],
  ['signup.subject', 'Hello\r\nBcc: all@example.com', 'a line break'],
  ['signup.subject', 'Your code is {code}', '{code} cannot be used here'],
];

describe('[D2] the text of a mail', async () => {
  const server = await createTestServer();
  const admin = await fetchAdminToken(server);
  const draftOf = (part: object = {}) => {
    const { subject, preview, text } = MAIL_TEXTS.signup.texts;
    const own = { subject: subject.text, preview: preview.text, text: text.text };
    return { template: 'signup', ...own, ...part };
  };
  const call = (path: string, body: object, bearer: string | undefined = admin) =>
    callAdmin(server, path, { bearer, method: 'POST', body });

  test.each(REFUSED)('%s is refused as %j', async (name, value, reason) => {
    const { error } = await put(server, admin, name, value);
    expect(error?.message).toContain(reason);
  });

  test('passes the same checks if it is built-in', async () => {
    for (const template of MAIL_TEMPLATES) {
      for (const [name, { text }] of Object.entries(MAIL_TEXTS[template].texts)) {
        expect((await put(server, admin, `${template}.${name}`, text)).error).toBeNull();
      }
    }
    expect(JSON.stringify((await server.deps.settings.read()).texts)).not.toContain('mail.');
  });

  test('is previewed and sent as it is typed, without being saved', async () => {
    const evil = '<b onclick="x">Ours</b>';
    const draft = draftOf({ subject: 'Ours at {name}', text: `${changed('signup')}\n\n${evil}` });
    const shown = await (await call('/mail-preview', draft)).json();
    expect(shown).toMatchObject({ subject: 'Ours at Cradlesong' });
    expect(shown.text).toContain(`Our own heading\n\nPlease confirm`);
    expect(shown.text).toContain('    123456');
    const tested = await call('/mail-test', { to: 'owner@example.com', draft });
    expect(await tested.json()).toMatchObject({ outcome: 'written' });
    const mail = server.outbox().at(-1);
    expect(mail).toMatchObject({ to: 'owner@example.com', subject: 'Ours at Cradlesong' });
    expect(mail?.html).not.toContain(evil);
  });

  test('is neither previewed nor sent when it is invalid', async () => {
    const draft = draftOf({ text: '# Only a heading' });
    const tries = [
      await call('/mail-preview', draft),
      await call('/mail-test', { to: 'owner@example.com', draft }),
    ];
    for (const answer of tries) {
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('[Open]({link})');
    }
  });
});
