import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import SQLite from 'better-sqlite3';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AppDatabase } from '#db/open.ts';
import { createTestDatabase } from '#tests/support/databases/create-test-db.ts';
import { createPrivacyAdmin, type PrivacyAdmin } from '#tests/support/privacy-admin.ts';
import { callAuth } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';

let db: AppDatabase;
let server: TestServer;
let privacyAdmin: PrivacyAdmin;

beforeEach(async () => {
  db = await createTestDatabase('sqlite', {}, { inFile: true });
  server = await createTestServer({ config: { AUTH_MAIL_INTERVAL_S: 0 }, deps: { db } });
  privacyAdmin = await createPrivacyAdmin(server);
});

/** Every file of the database and the data folder whose name or content contains one of the words. */
function filesWith(...words: string[]): string[] {
  return [dirname(db.location), server.deps.config.DATA_DIR].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => {
      const path = join(folder, name);
      const text = statSync(path).isFile() ? readFileSync(path, 'latin1') : '';
      return words.some((word) => name.includes(word) || text.includes(word));
    }),
  );
}

const WORDS = 'It is Ruth who writes this';
const erase = ({ email, user }: Pick<SignedIn, 'email' | 'user'>) =>
  privacyAdmin.post(`/people/${user.id}/erase`, { email });

test('[X1] right after an erasure no byte in the data folder identifies the user', async () => {
  const testUser = await signUp(server);
  const { client, email, user } = testUser;
  const { data: ticket } = await client
    .from('support_tickets')
    .insert({ user_id: user.id, subject: 'Hello', message: WORDS.repeat(400), status: 'open' })
    .select('id')
    .single();
  await callAuth(server, '/recover', { body: { email } });
  const wanted = 'another@example.com';
  await callAuth(server, '/user', {
    method: 'PUT',
    body: { email: wanted },
    bearer: testUser.session.access_token,
  });
  const moved = 'moved@example.com';
  await callAuth(server, `/admin/users/${user.id}`, {
    method: 'PUT',
    body: { email: moved },
    bearer: privacyAdmin.admin,
  });
  // A row deleted long before the erasure must be removed too.
  await server.supabase(privacyAdmin.admin).from('support_tickets').delete().eq('id', ticket?.id);
  expect(filesWith(email, wanted, moved, WORDS).length).toBeGreaterThan(3);

  expect((await erase({ email: moved, user })).status).toBe(200);
  expect(filesWith(email, wanted, moved, user.id, WORDS)).toEqual([]);
  const goodbye = server.outbox().at(-1);
  expect(goodbye?.subject).toBe('Your Cradlesong account is deleted');
});

test('[X1] after an erasure during a concurrent read no byte in the data folder identifies the user', async () => {
  const testUser = await signUp(server);
  const reader = new SQLite(db.location, { readonly: true });
  const count = 'select count(*) from users';
  reader.exec('begin');
  expect(reader.prepare(count).pluck().get()).toBe(1);
  const erasing = erase(testUser);
  await vi.waitFor(async () => {
    expect(await db.kysely.selectFrom('users').select('id').execute()).toEqual([]);
  });
  expect(reader.prepare(count).pluck().get()).toBe(1);
  expect(filesWith(testUser.email)).not.toEqual([]);
  reader.exec('commit');

  expect((await erasing).status).toBe(200);
  expect(filesWith(testUser.email, testUser.user.id)).toEqual([]);
  reader.close();
});
