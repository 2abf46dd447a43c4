import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import {
  callAuth,
  claimsOf,
  createPerson,
  refreshWith,
  refusal,
  refused,
} from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const USED = refused(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
const NOT_FOUND = refused(
  400,
  'refresh_token_not_found',
  'Invalid Refresh Token: Refresh Token Not Found',
);

describe.each(ENGINES)('refreshing on %s', async (engine) => {
  const server = await createTestServer({ engine });

  const refresh = (token: unknown) => refreshWith(server, token);

  async function chain(length: number) {
    const { refresh_token: first, ...person } = await createPerson(server);
    const tokens: string[] = [first];
    for (let step = 1; step < length; step += 1) {
      tokens.push((await refresh(tokens.at(-1))).body.refresh_token);
    }
    return { tokens, person };
  }

  test('[W1] gives new tokens in the same session, together with the user', async () => {
    const before = await createPerson(server);
    const client = server.supabase();
    await client.auth.setSession(before);
    const { data, error } = await client.auth.refreshSession();
    expect(error).toBeNull();
    expect(data.user?.id).toBe(before.user.id);
    expect(data.session?.refresh_token).not.toBe(before.refresh_token);
    expect(claimsOf(data.session?.access_token ?? '').session_id).toBe(
      claimsOf(before.access_token).session_id,
    );
  });

  test('[W1] always gives the active token for its parent', async () => {
    const { tokens } = await chain(3);
    server.clock.advance(60 * 60_000);
    const again = await refresh(tokens[1]);
    expect(again.status).toBe(200);
    expect(again.body.refresh_token).toBe(tokens[2]);
    expect((await refresh(tokens[2])).status).toBe(200);
  });

  test('[W1] accepts an older token for ten seconds after the last refresh, and ends the session with all its tokens on a later replay', async () => {
    const { tokens, person } = await chain(4);
    server.clock.advance(9_000);
    const late = await refresh(tokens[0]);
    expect(late).toMatchObject({ status: 200, body: { refresh_token: tokens[3] } });
    server.clock.advance(2_000);
    expect(refusal(await refresh(tokens[1]))).toEqual(USED);
    expect(refusal(await refresh(tokens[3]))).toEqual(NOT_FOUND);
    const open = await callAuth(server, '/user', { bearer: person.access_token });
    expect(open.body.code).toBe('session_not_found');
  });

  test('[W1] gives every racing tab the same token, which stays valid', async () => {
    const { refresh_token: token } = await createPerson(server);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refresh(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200));
    const given = new Set(answers.map(({ body }) => body.refresh_token));
    expect(given.size).toBe(1);
    expect((await refresh([...given][0])).status).toBe(200);
  });

  test('[W1] ends a session unused for ninety days', async () => {
    const { refresh_token } = await createPerson(server);
    server.clock.advance(91 * 24 * 60 * 60_000);
    expect(refusal(await refresh(refresh_token))).toEqual(
      refused(400, 'session_expired', 'Invalid Refresh Token: Session Expired (Inactivity)'),
    );
  });

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test.each(['', 'short', 'ABCDEFGHIJKL', 'not a token at all', 'a'.repeat(49), null])(
    '[W1] refuses %j as a refresh token',
    async (token) => {
      expect(refusal(await refresh(token))).toEqual(
        refused(400, 'validation_failed', 'Refresh token is not valid'),
      );
    },
  );

  test('[W1] does not find a token of an old kind', async () => {
    expect(refusal(await refresh('abcdefghij12'))).toEqual(NOT_FOUND);
  });
});
