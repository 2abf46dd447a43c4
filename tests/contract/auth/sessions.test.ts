import { describe, expect, test } from 'vitest';
import { ENGINES } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { signUp } from '#tests/support/sign-in.ts';

describe.each(ENGINES)('on %s', (engine) => {
  test('[W1] a mother signs up, is signed in, and signs out', async () => {
    const server = await createTestServer({ engine });
    const { client, user, session, email, password } = await signUp(server);

    expect(user).toMatchObject({ email, aud: 'authenticated', role: 'authenticated', phone: '' });
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
    const { data: again } = await server.supabase().auth.signInWithPassword({ email, password });
    expect(again.user?.id).toBe(user.id);
    expect((await client.auth.getUser()).data.user?.id).toBe(user.id);
    expect(await client.auth.signOut()).toEqual({ error: null });
    const { error } = await server.supabase().auth.getUser(session.access_token);
    expect(error?.name).toBe('AuthSessionMissingError');
  });
});
