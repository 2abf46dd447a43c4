import {
  AliasNode,
  type KyselyPlugin,
  type OperationNode,
  SelectQueryNode,
  TableNode,
} from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { AppDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

/** Tables that grow with the number of users and their activity. */
const LARGE = [
  'consents',
  'deletion_requests',
  'favorites',
  'newsletter_subscribers',
  'notification_reads',
  'notifications',
  'play_counts',
  'play_days',
  'play_hours',
  'playback_positions',
  'support_tickets',
  'user_activity',
];

function tableOf(node: OperationNode): string {
  if (AliasNode.is(node)) return tableOf(node.node);
  return TableNode.is(node) ? node.table.identifier.name : '';
}

/** Records which large tables are read on the blocking path. */
function watch(db: AppDatabase): { db: AppDatabase; seen: string[] } {
  const seen: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      if (!SelectQueryNode.is(node)) return node;
      const tables = node.from?.froms.map(tableOf) ?? [];
      const isWhole = node.where === undefined;
      seen.push(...tables.filter((it) => LARGE.includes(it) || (isWhole && it === 'users')));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { db: { ...db, kysely: db.kysely.withPlugin(plugin) }, seen };
}

describe('slow reads of growing tables', () => {
  let server: TestServer;
  let seen: string[];
  let ruth: SignedIn;
  let admin: string;
  beforeAll(async () => {
    const watched = watch(
      await createTestDatabase('sqlite', { audio_content: [buildTrack()] }, { inFile: true }),
    );
    seen = watched.seen;
    server = await createTestServer({ deps: { db: watched.db } });
    ruth = await signUp(server);
    admin = await fetchAdminToken(server);
  });

  test.each([
    ['the dashboard', '/admin/v1/dashboard?days=365'],
    ['the counts of a user', '/admin/v1/people/:user/counts'],
    ['the counts of tracks', '/admin/v1/track-counts'],
    ['the list of users', `${API_PATHS.auth}/admin/users`],
    ['the newsletter list', '/admin/v1/newsletter.csv?status=all'],
    ['a user’s export', '/admin/v1/people/:user/export?format=html'],
    ['the user’s own export', '/account-data?format=json'],
  ])('block no other request: %s', async (_, path) => {
    seen.length = 0;
    const bearer = path.startsWith('/account') ? ruth.session.access_token : admin;
    const isPost = path.endsWith('/track-counts');
    const body = isPost ? { ids: [1] } : undefined;
    const answer = await send(server, path.replace(':user', ruth.user.id), { bearer, body });
    expect(answer.status).toBe(200);
    expect((await answer.text()).length).toBeGreaterThan(2);
    expect(seen).toEqual([]);
  });

  test('write nothing and begin no transaction', async () => {
    const reading = server.deps.db.reading({ lane: 'test', limitMs: 1000, maxBytes: 1000 });
    const refusal = 'runs reads only';
    await expect(reading.deleteFrom('favorites').execute()).rejects.toThrow(refusal);
    const transaction = reading.transaction().execute(async () => undefined);
    await expect(transaction).rejects.toThrow(refusal);
  });
});

test('every read is queued under the client’s network, whose accounts take turns', async () => {
  const asked: (string | undefined)[][] = [];
  const db = await createTestDatabase('sqlite', { audio_content: [buildTrack()] });
  const watched: AppDatabase = {
    ...db,
    read(query, options) {
      asked.push([options.network, options.lane]);
      return db.read(query, options);
    },
  };
  const server = await createTestServer({ deps: { db: watched }, config: { TRUST_PROXY: 1 } });
  const people = [await signUp(server), await signUp(server)];
  asked.length = 0;
  for (const { session } of people) {
    await send(server, `${API_PATHS.tables}/audio_content?order=transcript`, {
      bearer: session.access_token,
      headers: { 'x-forwarded-for': '203.0.113.7' },
    });
  }
  expect(asked).toEqual(people.map(({ user }) => ['203.0.113.7', user.id]));
});
