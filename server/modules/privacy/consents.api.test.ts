import { beforeEach, describe, expect, test } from 'vitest';
import { currentConsentText } from '#contract/constants/consent-texts.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, readRow, readRows } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createAddress, lastMailTo, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken, type SignedIn, signUp } from '#tests/support/sign-in.ts';

const { version } = currentConsentText('play_log');
const tracks = [buildTrack(), buildTrack()];

describe.each(ENGINES)('on %s', (engine) => {
  let server: TestServer;
  let ruth: SignedIn;
  beforeEach(async () => {
    server = await createTestServer({ engine, rows: { audio_content: tracks } });
    ruth = await signUp(server);
  });

  const answer = (who: SignedIn, granted: boolean, changes = {}) =>
    who.client.from('consents').insert({
      user_id: who.user.id,
      kind: 'play_log',
      text_version: version,
      granted,
      ...changes,
    });
  const play = (who: SignedIn, content_id = 1) =>
    who.client
      .from('user_activity')
      .insert({ user_id: who.user.id, content_id, action_type: 'play' });
  const logOf = async (who: SignedIn) =>
    (await readRows(server.db, 'user_activity', { user_id: who.user.id }, ['content_id'])).map(
      ({ content_id }) => content_id,
    );
  const answersOf = (id: string) => readRows(server.db, 'consents', { user_id: id });
  const playsCounted = async () => {
    const days = await server.db.kysely.selectFrom('play_days').select('plays').execute();
    const tracksOf = await readRows(server.db, 'play_counts', { span: 'day' }, ['plays']);
    const sum = (rows: { plays: number }[]) => rows.reduce((all, { plays }) => all + plays, 0);
    return [sum(days), sum(tracksOf)];
  };

  test('a sign-up consents to the current text', async () => {
    expect(await answersOf(ruth.user.id)).toMatchObject([
      {
        kind: 'play_log',
        text_version: version,
        granted: true,
        created_at: ruth.user.created_at,
        withdrawn_at: null,
      },
    ]);
    expect((await ruth.client.from('consents').select('kind, granted')).data).toEqual([
      { kind: 'play_log', granted: true },
    ]);
  });

  describe('an answer sent with a sign-up', () => {
    const answered = async (play_log_consent?: boolean, email = createAddress()) => {
      const data = { town: 'Ely', ...(play_log_consent === undefined ? {} : { play_log_consent }) };
      const { body } = await callAuth(server, '/signup', {
        body: { email, password: PASSWORD, data },
      });
      const user = await readRow(server.db, 'users', { email }, ['id', 'user_metadata']);
      return { email, body, user, said: (await answersOf(user.id)).map(({ granted }) => granted) };
    };
    const startAt = async (isOn: boolean) =>
      server
        .supabase(await fetchAdminToken(server))
        .from('settings')
        .upsert({ key: 'play_log', value: isOn })
        .throwOnError();

    test('is stored as given, even if the history is on by default, and not in the user metadata', async () => {
      for (const isOn of [true, false]) {
        for (const yes of [true, false]) {
          const { said, user, body } = await answered(yes);
          expect([isOn, yes, said]).toEqual([isOn, yes, [yes]]);
          expect(JSON.stringify([user.user_metadata, body])).not.toContain('play_log');
          expect(body.user.user_metadata).toMatchObject({ town: 'Ely' });
        }
        if (isOn) await startAt(false);
      }
      expect((await answered()).said).toEqual([]);
    });

    test('is taken from the sign-up whose mail is used', async () => {
      const config = { AUTH_AUTOCONFIRM: false, AUTH_MAIL_INTERVAL_S: 0 };
      server = await createTestServer({ engine, config });
      const { email, user } = await answered(true);
      expect((await answered(false, email)).said).toEqual([]);
      const { token } = lastMailTo(server, email);
      await callAuth(server, '/verify', { body: { token_hash: token, type: 'signup' } });
      expect((await answersOf(user.id)).map(({ granted }) => granted)).toEqual([false]);
    });
  });

  test('[M10] without an answer a play is counted but not logged', async () => {
    const guest = await signUp(server);
    await server.db.kysely.deleteFrom('consents').execute();
    expect(await play(guest)).toMatchObject({ error: null, status: 201 });
    expect(await logOf(guest)).toEqual([]);
    expect(await playsCounted()).toEqual([1, 1]);
    expect(await answer(guest, true)).toMatchObject({ error: null, status: 201 });
    await play(guest);
    expect(await logOf(guest)).toEqual([1]);
  });

  test('a refusal deletes the log at once, and later plays are not logged', async () => {
    const other = await signUp(server);
    await play(ruth, 1);
    await play(ruth, 2);
    await play(other);
    server.clock.advance(60_000);
    expect(await answer(ruth, false)).toMatchObject({ error: null, status: 201 });
    expect(await logOf(ruth)).toEqual([]);
    expect(await logOf(other)).toEqual([1]);
    expect(await play(ruth)).toMatchObject({ error: null, status: 201 });
    const many = [1, 2].map((content_id) => ({
      user_id: ruth.user.id,
      content_id,
      action_type: 'play',
    }));
    const bulk = await ruth.client.from('user_activity').insert(many).select();
    expect(bulk).toMatchObject({ error: null, status: 201, data: [] });
    expect(await logOf(ruth)).toEqual([]);
    expect(await playsCounted()).toEqual([6, 6]);
    await play(other, 2);
    expect(await logOf(other)).toEqual([1, 2]);
  });

  test('a play that is written during the refusal is deleted too', async () => {
    const plays = Array.from({ length: 30 }, () => play(ruth));
    const said = await Promise.all([
      ...plays.slice(0, 15),
      answer(ruth, false),
      ...plays.slice(15),
    ]);
    expect(said.filter(({ error }) => error !== null)).toEqual([]);
    expect(await logOf(ruth)).toEqual([]);
    expect(await playsCounted()).toEqual([30, 30]);
  });

  test('every answer is a separate row, and earlier consent stays as proof', async () => {
    server.clock.advance(1_000);
    await answer(ruth, false);
    server.clock.advance(1_000);
    await answer(ruth, true);
    const [first, no, again] = await answersOf(ruth.user.id);
    expect(first).toMatchObject({ granted: true, withdrawn_at: no?.created_at });
    expect(no).toMatchObject({ granted: false, withdrawn_at: null });
    expect(again).toMatchObject({ granted: true, withdrawn_at: null });
    await play(ruth);
    expect(await logOf(ruth)).toEqual([1]);
  });

  test('a user cannot answer for another user, an old text or a past time, and no one can change an answer', async () => {
    const other = await signUp(server);
    const admin = server.supabase(await fetchAdminToken(server));
    for (const changes of [{ text_version: '1999-01' }, { kind: 'newsletter' }, { kind: 'any' }]) {
      expect(await answer(ruth, true, changes)).toMatchObject({ status: 403 });
    }
    expect(await answer(ruth, true, { user_id: other.user.id })).toMatchObject({ status: 403 });
    expect(await answer(ruth, true, { created_at: '2020-01-01' })).toMatchObject({ status: 403 });
    expect(await answer(ruth, false, { withdrawn_at: null })).toMatchObject({ status: 403 });
    for (const client of [ruth.client, admin]) {
      const mine = () => client.from('consents');
      await mine().update({ withdrawn_at: null, granted: false }).eq('user_id', ruth.user.id);
      await mine().delete().eq('user_id', ruth.user.id);
    }
    const forged = {
      user_id: ruth.user.id,
      kind: 'play_log',
      text_version: version,
      granted: true,
    };
    expect(await admin.from('consents').insert(forged)).toMatchObject({ status: 403 });
    expect(await answersOf(ruth.user.id)).toMatchObject([{ granted: true, withdrawn_at: null }]);
  });
});

// SQLite is enough: this test runs the same SQL as the tests above.
test('a magic link for a new address records the consent once', async () => {
  const config = { AUTH_AUTOCONFIRM: false, AUTH_MAIL_INTERVAL_S: 0 };
  const server = await createTestServer({ config });
  const email = createAddress();
  for (const _ of [1, 2]) await callAuth(server, '/otp', { body: { email } });
  const { token } = lastMailTo(server, email);
  await callAuth(server, '/verify', { body: { token_hash: token, type: 'signup' } });
  const said = await readRows(server.db, 'consents', {}, ['granted', 'text_version']);
  expect(said).toEqual([{ granted: true, text_version: version }]);
});
