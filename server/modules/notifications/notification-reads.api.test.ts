import { beforeEach, describe, expect, test } from 'vitest';
import { buildUser } from '#db/seeds/builders/build-person.ts';
import { buildNotification } from '#db/seeds/builders/build-service-rows.ts';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { type SignedIn, signUp } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('marking notifications as read, on %s', (engine) => {
  const mary = buildUser(1);
  const FOR_ALL = 1;
  const PRIVATE = 2;
  const WITHDRAWN = 3;
  const NONE = 999;
  let server: TestServer;
  let ruth: SignedIn;
  beforeEach(async () => {
    server = await createTestServer({
      engine,
      rows: {
        users: [mary],
        notifications: [
          buildNotification({ user_id: null }),
          buildNotification({ user_id: String(mary.id) }),
          buildNotification({ user_id: null, withdrawn_at: '2026-01-03T00:00:00.000Z' }),
        ],
      },
    });
    ruth = await signUp(server);
  });

  const row = (notification_id: number) => ({ notification_id, user_id: ruth.user.id });
  const reads = () => ruth.client.from('notification_reads');
  const answerTo = async (request: PromiseLike<{ status: number; error: unknown }>) => {
    const { status, error } = await request;
    return { status, error };
  };

  test.each([
    ["somebody else's", PRIVATE],
    ['a withdrawn one', WITHDRAWN],
  ])('%s gets the same response as a missing one', async (_, hidden) => {
    await reads().insert(row(FOR_ALL)).throwOnError();
    for (const write of [
      (id: number) => reads().insert(row(id)),
      (id: number) => reads().upsert(row(id)),
      (id: number) => reads().upsert([row(FOR_ALL), row(id)], { ignoreDuplicates: true }),
      (id: number) => reads().insert(row(id)).select('notifications(title)'),
      (id: number) => reads().update({ notification_id: id }).eq('notification_id', FOR_ALL),
    ]) {
      const unknown = await answerTo(write(NONE));
      expect(unknown).toMatchObject({ status: 409, error: { code: '23503' } });
      // The error details contain the requested key.
      const asHidden = JSON.stringify(unknown).replace(`(${NONE})`, `(${hidden})`);
      expect(JSON.stringify(await answerTo(write(hidden)))).toBe(asHidden);
    }
    const { data } = await reads().select('notification_id');
    expect(data).toEqual([{ notification_id: FOR_ALL }]);
  });
});
