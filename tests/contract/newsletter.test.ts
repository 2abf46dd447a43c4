import { beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from '#server/core/mail/mailer.ts';
import { ENGINES, readRow, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';

describe.each(ENGINES)('the newsletter on %s', (engine) => {
  let server: TestServer;
  let mails: Mail[];
  beforeEach(async () => {
    mails = [];
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    server = await createTestServer({ engine, deps: { mailer } });
  });

  const ask = (email: string, headers: Record<string, string> = {}) =>
    send(server, '/newsletter', { body: { email, source: 'landing' }, headers });
  const linkIn = (mail: Mail | undefined, what: string) =>
    new RegExp(`http://\\S+/newsletter/${what}\\?token=[\\w-]+`).exec(mail?.text ?? '')?.[0] ?? '';
  const stateOf = (email: string) => readRow(server.db, 'newsletter_subscribers', { email });
  const post = (url: string, headers: Record<string, string> = {}) =>
    fetch(url, { method: 'POST', headers });

  test('[L7] accepts an address, and begins only after a confirmation through the mailed link', async () => {
    const answer = await ask(' Mary@Example.org ');
    expect(answer.status).toBe(202);
    expect(await stateOf('mary@example.org')).toMatchObject({
      status: 'pending',
      source: 'landing',
      text_version: expect.any(String),
    });
    await expect.poll(() => mails).toHaveLength(1);
    const confirm = linkIn(mails[0], 'confirm');
    expect((await fetch(confirm)).status).toBe(200);
    expect((await stateOf('mary@example.org')).status).toBe('pending');
    expect(await (await post(confirm)).text()).toContain('You are on the list');
    expect(await stateOf('mary@example.org')).toMatchObject({
      status: 'confirmed',
      confirmed_at: expect.any(String),
    });
    expect((await post(confirm)).status).toBe(200);
  });

  test('sends at most AUTH_MAILS_PER_HOUR mails an hour, for any number of networks', async () => {
    const config = { AUTH_MAILS_PER_HOUR: 2 };
    const mailer = { send: async (mail: Mail) => void mails.push(mail) };
    server = await createTestServer({ engine, config, deps: { mailer } });
    const names = ['ada', 'berta', 'cleo', 'dora'];
    for (const name of names) expect((await ask(`${name}@example.org`)).status).toBe(202);
    expect(mails.map(({ to }) => to)).toEqual(['ada@example.org', 'berta@example.org']);
    server.clock.advance(61 * 60_000);
    await ask('dora@example.org');
    expect(mails.at(-1)?.to).toBe('dora@example.org');
  });

  test('gives the same response for every address, and mails no one twice in a row', async () => {
    const first = await ask('mary@example.org');
    const again = await ask('mary@example.org');
    await expect.poll(() => mails).toHaveLength(1);
    await post(linkIn(mails[0], 'confirm'));
    const later = await ask('mary@example.org');
    const bodies = await Promise.all([first, again, later].map((answer) => answer.text()));
    expect(new Set(bodies).size).toBe(1);
    expect(mails).toHaveLength(1);
    expect((await stateOf('mary@example.org')).status).toBe('confirmed');
  });

  test('an address that does not respond gets six mails in a day, then at most one an hour, from any number of networks', async () => {
    const askFor = async (minutes: number) => {
      for (let minute = 0; minute < minutes; minute += 1) {
        server.clock.advance(61_000);
        await ask('mary@example.org');
      }
      return mails.length;
    };
    expect(await askFor(10)).toBe(6);
    await post(linkIn(mails[0], 'unsubscribe'));
    expect(await askFor(10)).toBe(6);
    server.clock.advance(40 * 60_000);
    expect(await askFor(10)).toBe(7);
  });

  test('ends with one press in the mail program; a second press changes nothing, and the address can subscribe again', async () => {
    await ask('mary@example.org');
    await expect.poll(() => mails).toHaveLength(1);
    const link = linkIn(mails[0], 'unsubscribe');
    expect(mails[0]?.headers).toEqual({
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    const oneClick = () =>
      fetch(link, { method: 'POST', body: new URLSearchParams('List-Unsubscribe=One-Click') });
    expect((await oneClick()).status).toBe(200);
    expect((await oneClick()).status).toBe(200);
    expect((await stateOf('mary@example.org')).status).toBe('unsubscribed');
    expect(await (await post(linkIn(mails[0], 'confirm'))).text()).toContain('does not work');

    server.clock.advance(61_000);
    await ask('mary@example.org');
    await expect.poll(() => mails).toHaveLength(2);
    await post(linkIn(mails[1], 'confirm'));
    expect(await stateOf('mary@example.org')).toMatchObject({
      status: 'confirmed',
      unsubscribed_at: null,
    });
  });

  // SQLite is enough below: these tests do not depend on the database.
  if (engine !== 'sqlite') return;

  test.each([{ origin: 'null' }, { 'sec-fetch-site': 'cross-site' }])(
    'ends from a mail program without a cookie or a sign-in: %o',
    async (headers) => {
      await ask('mary@example.org');
      await expect.poll(() => mails).toHaveLength(1);
      const link = linkIn(mails[0], 'unsubscribe');
      const shown = await fetch(link, { headers });
      expect(await shown.text()).toContain('Unsubscribe');
      expect((await stateOf('mary@example.org')).status).toBe('pending');
      const body = new FormData();
      body.set('List-Unsubscribe', 'One-Click');
      expect((await fetch(link, { method: 'POST', headers, body })).status).toBe(200);
      expect((await stateOf('mary@example.org')).status).toBe('unsubscribed');
      expect((await fetch(link.slice(0, -1), { method: 'POST', headers })).status).toBe(404);
    },
  );

  test('is rate limited', async () => {
    const asked = Array.from({ length: 25 }, (_, index) => ask(`storm${index}@example.org`));
    const answers = await Promise.all(asked);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(5);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('accepts a form sent without JavaScript, but refuses one from another site or with an invalid address', async () => {
    const body = new URLSearchParams({ email: 'ruth@example.org' });
    const submit = (headers = {}) =>
      fetch(`${server.url}/newsletter`, { method: 'POST', body, headers });
    const elsewhere = await submit({ origin: 'https://evil.example' });
    expect(elsewhere.status).toBe(403);
    expect(await elsewhere.json()).toMatchObject({ code: 'cross_site_request' });
    for (const email of ['', 'mary', 'mary@', `${'x'.repeat(250)}@example.org`]) {
      const refused = await ask(email);
      expect([email, refused.status]).toEqual([email, 400]);
      expect(await refused.json()).toMatchObject({ code: 'bad_request' });
    }
    expect(await readRows(server.db, 'newsletter_subscribers')).toEqual([]);
    const answer = await submit();
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(await answer.text()).toContain('Please look into your mail');
    expect((await stateOf('ruth@example.org')).status).toBe('pending');
  });
});
