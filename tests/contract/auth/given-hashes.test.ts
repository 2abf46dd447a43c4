import { describe, expect, test } from 'vitest';
import { readRow } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createAddress } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const PASSWORD = 'the lord is my shepherd';
/** Hash of that password in the hosted backend's format. */
const BCRYPT = '$2y$10$B0ROyUoFlWV78VF/IzTEQ.aFX4tOLqOhhoZlBBcUpEp/594OVb3B6';

describe('an imported password hash', async () => {
  const server = await createTestServer();
  const admin = server.supabase(await fetchAdminToken(server)).auth.admin;

  const storedOf = async (email: string) => {
    const { password_hash } = await readRow(server.db, 'users', { email }, ['password_hash']);
    return password_hash;
  };
  const signIn = (email: string, password: string) =>
    callAuth(server, '/token?grant_type=password', { body: { email, password } });

  test('is accepted as bcrypt, and is replaced by argon2id when its user signs in', async () => {
    const email = createAddress();
    const { error } = await admin.createUser({ email, password_hash: BCRYPT, email_confirm: true });
    expect(error).toBeNull();
    expect(await storedOf(email)).toBe(BCRYPT);
    expect((await signIn(email, 'the lord is not my shepherd')).status).toBe(400);
    expect(await storedOf(email)).toBe(BCRYPT);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect(await storedOf(email)).toMatch(/^\$argon2id\$/);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await signIn(email, 'another one')).status).toBe(400);
  });

  test('is stored unchanged if it is argon2id, and ends the user’s sessions when it replaces another hash', async () => {
    const email = createAddress();
    await admin.createUser({ email, password: 'quiet evening hymns', email_confirm: true });
    const argon2 = (await storedOf(email)) ?? '';
    const other = createAddress();
    const { data } = await admin.createUser({
      email: other,
      password_hash: BCRYPT,
      email_confirm: true,
    });
    const session = (await signIn(other, PASSWORD)).body;
    await admin.updateUserById(data.user?.id ?? '', { password_hash: argon2 });
    expect(await storedOf(other)).toBe(argon2);
    expect((await signIn(other, PASSWORD)).status).toBe(400);
    expect((await signIn(other, 'quiet evening hymns')).status).toBe(200);
    const me = await callAuth(server, '/user', { method: 'GET', bearer: session.access_token });
    expect(me.status).toBe(403);
  });

  test.each([
    ['one of an unknown kind', '$fbscrypt$v=1,n=14,r=8,p=1$x$y'],
    ['one that takes minutes to verify', BCRYPT.replace('$10$', '$31$')],
    [
      'one that needs too much memory',
      '$argon2id$v=19$m=9999999,t=3,p=4$c29tZXNhbHRzb21l$RdescudvJCsgt3ub+b4dWRWJTmaaJObG',
    ],
    ['a plain password', PASSWORD],
  ])('is refused as %s, and no account is created', async (_, password_hash) => {
    const email = createAddress();
    const { error } = await admin.createUser({ email, password_hash, email_confirm: true });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error?.message).toContain('password_hash must be bcrypt');
    expect((await signIn(email, PASSWORD)).status).toBe(400);
  });
});
