import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { numbersLinkSchema } from '#contract/calls/admin/centre-numbers.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildCentreCode } from '#db/seeds/builders/build-service-rows.ts';
import { ENGINES, insertRows, readRow } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin, send } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { suppressSmallCounts } from './centre-numbers.usecases.ts';

describe.each(ENGINES)('statistics of a birth centre on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const admin = await fetchAdminToken(server);
  let people = 0;
  const ask = (method: string, path: string) =>
    callAdmin(server, path, { bearer: admin, method, ...(method === 'POST' ? { body: {} } : {}) });
  /** A code redeemed on these days, each time by a different user. */
  async function addCode(days: readonly string[], uses_allowed = 20): Promise<number> {
    const { kysely } = server.db;
    const used_count = days.length;
    const code = buildCentreCode({
      centre_name: 'The <Manger>',
      code: randomUUID().slice(0, 8),
      uses_allowed,
      used_count,
    });
    const { id } = await kysely
      .insertInto('centre_codes')
      .values(code)
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const day of days) {
      people += 1;
      const user = buildUser(people);
      await insertRows(server.db, {
        users: [user],
        code_redemptions: [
          { code_id: id, user_id: String(user.id), redeemed_at: `${day}T10:00:00.000Z` },
        ],
      });
    }
    return id;
  }
  const linkOf = async (answer: Response) => numbersLinkSchema.parse(await answer.json()).link;
  const makeLink = async (id: number) => {
    const link = await linkOf(await ask('POST', `/centre-codes/${id}/numbers-link`));
    if (link === null) throw new Error('no link was made');
    return link;
  };
  const rowsOf = (page: string) =>
    [...page.matchAll(/<th scope="row">(.*?)<\/th><td>(.*?)<\/td>/g)].map(([, what, count]) => [
      what,
      count,
    ]);

  test('are shown by month, up to yesterday and without users, to anyone with the address', async () => {
    const today = new Date(server.clock.now()).toISOString().slice(0, 10);
    const id = await addCode([
      ...Array(7).fill('2026-01-05'),
      ...Array(6).fill('2026-02-06'),
      today,
    ]);
    const link = await makeLink(id);
    const answer = await fetch(link);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const page = await answer.text();
    expect(page).toContain('<h1>The &lt;Manger&gt;</h1>');
    expect(page).toMatch(/It can be redeemed until \d{1,2} [A-Z][a-z]+ \d{4}\./);
    expect(rowsOf(page)).toEqual([
      ['Uses', '13'],
      ['Left', '7'],
      ['January 2026', '7'],
      ['February 2026', '6'],
    ]);
    expect(page).not.toMatch(/<script|@example|\p{Hex_Digit}{8}-\p{Hex_Digit}{4}/u);
    expect(await linkOf(await ask('GET', `/centre-codes/${id}/numbers-link`))).toBe(link);
  });

  test('small numbers are hidden', async () => {
    const id = await addCode(['2026-01-05', '2026-02-06']);
    const page = await (await fetch(await makeLink(id))).text();
    expect(rowsOf(page)).toEqual([
      ['Uses', 'fewer than 5'],
      ['Left', 'more than 15'],
      ['January 2026', 'hidden'],
      ['February 2026', 'hidden'],
    ]);
    const nobody = await (await fetch(await makeLink(await addCode([])))).text();
    expect(rowsOf(nobody)).toEqual([
      ['Uses', '0'],
      ['Left', '20'],
    ]);
    const tiny = await (await fetch(await makeLink(await addCode(['2026-01-05'], 1)))).text();
    expect(rowsOf(tiny)).toContainEqual(['Left', 'hidden']);
  });

  test('give the same response for revoked, truncated, guessed and mixed addresses', async () => {
    const [id, other] = [await addCode([]), await addCode([])];
    const link = await makeLink(id);
    const second = await makeLink(id);
    expect(second).not.toBe(link);
    const strange = await makeLink(other);
    const mixed = strange.replace(`key=${other}.`, `key=${id}.`);
    const end = await ask('DELETE', `/centre-codes/${id}/numbers-link`);
    expect(await linkOf(end)).toBeNull();
    const bare = `${server.url}${API_PATHS.centreNumbers}`;
    const wrong = [
      link,
      second,
      mixed,
      strange.slice(0, -1),
      bare,
      `${bare}?key=`,
      `${bare}?key=a&key=b`,
    ];
    const answers = await Promise.all(
      [...wrong, `${bare}?key=999999.${'A'.repeat(43)}`].map(async (address) => {
        const answer = await fetch(address);
        return [answer.status, await answer.text()] as const;
      }),
    );
    expect(new Set(answers.map(([, text]) => text)).size).toBe(1);
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([404]));
    expect((await fetch(strange)).status).toBe(200);
  });

  test('have an address for existing codes only; neither log nor table reveals its key', async () => {
    const id = await addCode([]);
    for (const method of ['GET', 'POST', 'DELETE']) {
      expect((await ask(method, '/centre-codes/999999/numbers-link')).status).toBe(404);
      expect((await ask(method, '/centre-codes/abc/numbers-link')).status).toBe(404);
    }
    const link = await makeLink(id);
    const { numbers_key } = await readRow(server.db, 'centre_codes', { id }, ['numbers_key']);
    const log = await server.db.kysely.selectFrom('audit_log').selectAll().execute();
    expect(log.at(-1)).toMatchObject({
      action: 'update',
      table_name: 'centre_codes',
      row_id: String(id),
      before: { has_numbers_link: false },
      after: { has_numbers_link: true },
    });
    const table = await send(server, `${API_PATHS.tables}/centre_codes`, { bearer: admin });
    const ended = await ask('POST', `/centre-codes/${id}/end`);
    const answers = [JSON.stringify(log), await table.text(), await ended.text()].join();
    expect(answers).not.toContain(numbers_key);
    expect(answers).not.toContain(link.split('.').at(-1));
    expect(await (await fetch(link)).text()).toContain('It can no longer be redeemed.');
  });
});

test('a client that tries many addresses of statistics is throttled', async () => {
  const server = await createTestServer();
  const statuses = [];
  for (let tries = 0; tries < 61; tries += 1) {
    statuses.push((await fetch(`${server.url}${API_PATHS.centreNumbers}?key=1.x`)).status);
  }
  expect(statuses.slice(-2)).toEqual([404, 429]);
});

test('one more month is hidden if a single hidden one could be derived from the sum', () => {
  const of = (...uses: number[]) =>
    suppressSmallCounts(uses.map((count, at) => ({ month: `2026-0${at + 1}`, uses: count }))).map(
      ({ uses }) => uses,
    );
  expect(of(7, 2, 9)).toEqual([null, null, 9]);
  expect(of(7, 2, 3)).toEqual([7, null, null]);
  expect(of(7, 9)).toEqual([7, 9]);
  expect(of(2)).toEqual([null]);
});
