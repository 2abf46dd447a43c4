import { describe, expect, test } from 'vitest';
import { buildNewsletterSubscriber } from '#db/seeds/builders/build-service-rows.ts';
import { ENGINES, readRow, readRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin, send } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const ASKED = '2026-03-01T08:00:00.000Z';
const PRESSED = '2026-03-01T08:05:00.000Z';

describe.each(ENGINES)('the admin’s newsletter list, on %s', async (engine) => {
  const server = await createTestServer({
    engine,
    rows: {
      newsletter_subscribers: [
        buildNewsletterSubscriber(1, {
          email: 'mary@example.org',
          status: 'confirmed',
          source: '=HYPERLINK("https://evil.example","a, b")',
          text_version: '2026-11',
          created_at: ASKED,
          confirmed_at: PRESSED,
        }),
        buildNewsletterSubscriber(2, { email: 'ruth@example.org', created_at: ASKED }),
      ],
    },
  });
  const token = await fetchAdminToken(server);

  const ask = (path: string, method = 'GET') =>
    callAdmin(server, `/newsletter${path}`, { bearer: token, method });
  const stateOf = (id: number) => readRow(server.db, 'newsletter_subscribers', { id });

  test('is exported as CSV with proof of consent and a working one-click unsubscribe address', async () => {
    const answer = await ask('.csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toContain('newsletter-confirmed.csv');
    const text = await answer.text();
    const [header, mary, ...rest] = text.split('\r\n');
    expect(header).toBe(
      'email,status,created_at,source,text_version,confirmed_at,unsubscribed_at,list_unsubscribe',
    );
    // A formula in user input stays text.
    const source = `"'=HYPERLINK(""https://evil.example"",""a, b"")"`;
    expect(mary).toContain(
      `mary@example.org,confirmed,${ASKED},${source},2026-11,${PRESSED},,${server.url}/newsletter/unsubscribe?token=`,
    );
    expect(rest).toEqual(['']);
    expect(await (await ask('.csv?status=all')).text()).toContain('ruth@example.org,pending');

    await send(server, '/newsletter', { body: { email: 'naomi@example.org' } });
    const [, , naomi = ''] = (await (await ask('.csv?status=pending')).text()).split('\r\n');
    const oneClick = naomi.split(',').at(-1) ?? '';
    const body = new URLSearchParams('List-Unsubscribe=One-Click');
    expect((await fetch(oneClick, { method: 'POST', body })).status).toBe(200);
    expect((await stateOf(3)).status).toBe('unsubscribed');
    expect((await ask('.csv?status=gone')).status).toBe(400);
  });

  test('unsubscribes an address once, and logs it without the address', async () => {
    const off = () => ask('/1/unsubscribe', 'POST');
    expect((await off()).status).toBe(200);
    expect((await off()).status).toBe(200);
    expect(await stateOf(1)).toMatchObject({
      status: 'unsubscribed',
      unsubscribed_at: expect.any(String),
      confirmed_at: PRESSED,
    });
    const log = await readRows(server.db, 'audit_log', { table_name: 'newsletter_subscribers' });
    expect(log).toMatchObject([
      {
        table_name: 'newsletter_subscribers',
        row_id: '1',
        before: { status: 'confirmed' },
        after: { status: 'unsubscribed' },
      },
    ]);
    expect(JSON.stringify(log)).not.toContain('mary@');
    for (const id of ['4', '0', 'mary']) {
      expect((await ask(`/${id}/unsubscribe`, 'POST')).status).toBe(404);
    }
  });
});
