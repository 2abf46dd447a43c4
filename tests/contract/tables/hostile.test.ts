import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  createTablesServer,
  type TablesServer,
} from '#tests/support/servers/create-tables-server.ts';
import {
  bodyFor,
  exposedTables,
  PEOPLE,
  PLANTED,
  question,
  questionsAbout,
} from '#tests/support/table-questions.ts';

const { owner: OWNER, other: OTHER } = PEOPLE;
const SECRET = PLANTED;

/** All data hidden from the user contains the planted word. */
const rows = {
  users: [buildUser(1), buildUser(2, { email: `${SECRET}@example.org`, password_hash: SECRET })],
  audio_content: [buildTrack({ title: 'open' }), buildTrack({ title: SECRET, enabled: false })],
  favorites: [
    { user_id: OWNER, content_id: 1 },
    { user_id: OWNER, content_id: 2 },
    { user_id: OTHER, content_id: 1 },
  ],
  support_tickets: [{ user_id: OTHER, subject: SECRET, message: SECRET }],
  profiles: [{ id: OTHER, username: SECRET }],
  settings: [{ key: 'smtp', value: toJson({ password: SECRET }) }],
  notifications: [{ user_id: OTHER, title: SECRET, body: SECRET }],
  newsletter_subscribers: [{ email: 'x@example.org', token_hash: SECRET }],
  deletion_requests: [
    { user_id: OWNER, email: 'h@example.org', reason: 'other' as const, token_hash: SECRET },
  ],
};

const header = fc.constantFrom(
  {},
  { accept: 'text/csv' },
  { accept: 'application/vnd.pgrst.object+json' },
  { prefer: 'count=exact' },
  { range: '0-1' },
  { prefer: 'handling=strict,max-affected=1,return=representation' },
  { prefer: 'return=representation,missing=default' },
  { prefer: 'resolution=merge-duplicates,return=representation' },
  { prefer: 'resolution=ignore-duplicates' },
);
const write = fc
  .constantFrom(...exposedTables)
  .chain((table) =>
    fc.tuple(
      questionsAbout(table),
      bodyFor(table),
      fc.constantFrom('POST', 'PATCH', 'DELETE', 'PUT'),
      header,
    ),
  );

describe.each(ENGINES)('on %s', (engine) => {
  let server: TablesServer;
  beforeAll(async () => {
    server = await createTablesServer(engine, { rows });
  });

  /** Requires a status below 500. Omits the text of errors, because it repeats the user's own input. */
  async function ask(path: string, init: RequestInit & { as?: string }): Promise<string> {
    const answer = await server.request(path, init);
    const text = await answer.text();
    expect(answer.status, text).toBeLessThan(500);
    return answer.ok ? text : '';
  }

  test('[Q2] no write fails with a 500 or changes other users’ rows', async () => {
    const { kysely } = server.db;
    const readRowsOfOthers = () =>
      Promise.all([
        kysely.selectFrom('favorites').selectAll().where('user_id', '=', OTHER).execute(),
        kysely.selectFrom('profiles').selectAll().where('id', '=', OTHER).execute(),
        kysely.selectFrom('support_tickets').selectAll().where('user_id', '=', OTHER).execute(),
        kysely.selectFrom('audio_content').selectAll().execute(),
        kysely.selectFrom('settings').selectAll().execute(),
        kysely.selectFrom('subscriptions').selectAll().execute(),
      ]);
    const before = await readRowsOfOthers();
    await fc.assert(
      fc.asyncProperty(write, async ([path, content, method, headers]) => {
        const rowsShown = await ask(path, {
          as: OWNER,
          method,
          headers,
          ...(method === 'DELETE' ? {} : { body: JSON.stringify(content) }),
        });
        expect(rowsShown).not.toContain(SECRET);
      }),
      { numRuns: 400 },
    );
    expect(await readRowsOfOthers()).toEqual(before);
  });

  // SQLite is enough: engines-agree.test.ts checks that both engines give the same responses.
  if (engine !== 'sqlite') return;

  test('[Q1] [Q2] no read fails with a 500 or returns hidden rows', async () => {
    await fc.assert(
      fc.asyncProperty(question, header, fc.boolean(), async (path, headers, isSignedIn) => {
        const rowsShown = await ask(path, { headers, ...(isSignedIn ? { as: OWNER } : {}) });
        expect(rowsShown).not.toContain(SECRET);
      }),
      { numRuns: 600 },
    );
  });
});
