import { expect, test } from 'vitest';
import { API_PATHS } from '#contract/paths.ts';
import { ENGINES } from '#tests/support/create-test-db.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';

test.each(ENGINES)('[X1] an erasure leaves nothing that names her, on %s', async (engine) => {
  const server = await createTestServer({ engine });
  const { kysely } = server.db;
  const [mother, other] = [await signUp(server), await signUp(server)];
  const { email, user } = mother;
  const admin = await fetchAdminToken(server);
  const post = (path: string, bearer: string, body: unknown = {}) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${bearer}` },
      body: JSON.stringify(body),
    });
  const ticket = { user_id: user.id, subject: 'Hello', message: 'I am Ruth', status: 'open' };
  await mother.client.from('support_tickets').insert(ticket);
  const { id: ticketId } = await kysely
    .selectFrom('support_tickets')
    .select('id')
    .executeTakeFirstOrThrow();
  await post(`${API_PATHS.admin}/tickets/${ticketId}/answer`, admin, { answer: 'Dear Ruth' });
  const form = { email, reason: 'other', feedback: 'It is Ruth', confirmDeletion: true };
  await post(API_PATHS.accountDeletion, mother.session.access_token, form);
  const { id } = await kysely
    .selectFrom('deletion_requests')
    .select('id')
    .executeTakeFirstOrThrow();
  const erase = (bearer: string, which = id) =>
    post(`${API_PATHS.admin}/deletion-requests/${which}/erase`, bearer);

  expect((await erase(mother.session.access_token)).status).toBe(403);
  expect((await erase(server.deps.config.ANON_KEY)).status).toBe(401);
  expect((await erase(admin)).status).toBe(200);
  expect((await erase(admin)).status).toBe(404);
  expect((await erase(admin, 999)).status).toBe(404);

  const users = await kysely.selectFrom('users').select('email').execute();
  expect(users).toEqual([{ email: other.email }]);
  expect(await kysely.selectFrom('support_tickets').select('id').execute()).toEqual([]);
  expect(await kysely.selectFrom('deletion_requests').selectAll().execute()).toMatchObject([
    { status: 'erased', email: '', feedback: null, user_id: null },
  ]);
  const left = JSON.stringify([
    await kysely.selectFrom('audit_log').selectAll().execute(),
    await kysely.selectFrom('tombstones').selectAll().execute(),
  ]);
  expect(left).toContain('erase');
  expect(left).not.toContain('Ruth');
  expect(left).not.toContain(email);
  expect(await kysely.selectFrom('tombstones').select('kind').orderBy('kind').execute()).toEqual([
    { kind: 'email' },
    { kind: 'user' },
  ]);
});
