import { beforeEach, describe, expect, test } from 'vitest';
import { switchesResponseSchema } from '#contract/calls/admin/switches.ts';
import type { SwitchName } from '#contract/rows/settings.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createLiveSettings } from '#server/core/config/live-settings.ts';
import { ENGINES, readRows } from '#tests/support/databases/create-test-db.ts';
import { callAuth, createAddress, lastMailTo, mailsTo } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { callAdmin } from '#tests/support/servers/send.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

describe.each(ENGINES)("the owner's switches on %s", (engine) => {
  let server: TestServer;
  let admin: string;
  beforeEach(async () => {
    server = await createTestServer({
      engine,
      rows: { audio_content: [buildTrack({ title: 'Open' }), buildTrack({ is_premium: true })] },
    });
    admin = await fetchAdminToken(server);
  });

  const put = (key: string, value: unknown) =>
    server.supabase(admin).from('settings').upsert({ key, value });
  const turn = async (name: SwitchName, isOn: boolean) => put(name, isOn).throwOnError();
  const settings = async (from: TestServer = server) => (await callAuth(from, '/settings')).body;
  const states = async (from: TestServer = server) => {
    const answer = await callAdmin(from, '/switches', { bearer: admin });
    return switchesResponseSchema.parse(await answer.json()).switches;
  };
  const join = () =>
    callAuth(server, '/signup', {
      body: { email: createAddress(), password: 'the lord is my shepherd' },
    });

  test('apply to every worker on the same database', async () => {
    const { config, logger } = server.deps;
    const worker = await createTestServer({
      config: { JWT_SECRET: config.JWT_SECRET },
      deps: { db: server.db, settings: createLiveSettings({ config, db: server.db, logger }) },
    });
    expect(await settings(worker)).toMatchObject({ disable_signup: false });
    await turn('sign_up', false);
    expect(await settings(worker)).toMatchObject({ disable_signup: true });
  });

  test('show their default, and every change is in the audit log', async () => {
    expect(await states()).toContainEqual({
      name: 'premium_gate',
      isOn: false,
      byDefault: false,
      setBy: null,
    });
    await turn('premium_gate', true);
    await turn('premium_gate', false);
    const log = await readRows(server.db, 'audit_log', { table_name: 'settings' });
    const [before, after] = [{ value: true }, { value: false }];
    expect(log.at(-1)).toMatchObject({ action: 'update', before, after });
  });

  // The tests below do not depend on the engine.
  if (engine !== 'sqlite') return;

  test('open and close sign-up and magic links at once; with confirmation on, a new account waits for its mail', async () => {
    const requestLink = (email = createAddress()) => callAuth(server, '/otp', { body: { email } });
    await turn('sign_up', false);
    expect(await settings()).toMatchObject({ disable_signup: true });
    expect((await join()).body.code).toBe('signup_disabled');
    const [refused, welcome] = [createAddress(), createAddress()];
    expect(await requestLink(refused)).toMatchObject({ status: 200, body: {} });
    expect(mailsTo(server, refused)).toEqual([]);
    await turn('sign_up', true);
    expect((await join()).body.access_token).toBeTypeOf('string');
    await requestLink(welcome);
    expect(mailsTo(server, welcome)).toHaveLength(1);

    await turn('magic_link', false);
    expect((await requestLink()).body.code).toBe('email_provider_disabled');
    await server.supabase(admin).from('settings').delete().eq('key', 'magic_link').throwOnError();
    expect((await requestLink()).status).toBe(200);

    await turn('email_confirmation', true);
    expect(await settings()).toMatchObject({ mailer_autoconfirm: false });
    const email = createAddress();
    const body = { email, password: 'the lord is my shepherd' };
    const { body: waiting } = await callAuth(server, '/signup', { body });
    expect(waiting.access_token).toBeUndefined();
    expect(lastMailTo(server, email).query.get('type')).toBe('signup');
  });

  test('refuse an invalid value with a reason, even as a patch of a valid row', async () => {
    const invalid: [key: string, value: unknown, sentence: string][] = [
      ['premium_gate', 'on', 'premium_gate'],
      ['brand', { name: '' }, 'brand.name: The name is empty.'],
      [
        'brand',
        { social: { tiktok: 'javascript:alert(1)' } },
        'brand.social.tiktok: A link starts',
      ],
      [
        'brand',
        { price: { oneTime: -1 } },
        'brand.price.oneTime: The price has to be more than 0.',
      ],
      ['brand', { landing: { heroTitle: 'a'.repeat(51) } }, 'The headline is longer than 50'],
      [
        'brand',
        { landing: { verse: 'a\u0007' } },
        'brand.landing.verse: The verse has a character',
      ],
      ['brand', { landing: { heroColour: 'red' } }, 'heroColour'],
      ['smtp_password', 'x', 'There is no setting smtp_password; there are brand,'],
    ];
    for (const [key, value, sentence] of invalid) {
      const refused = await put(key, value);
      expect([key, value, refused.status, refused.error?.code]).toEqual([key, value, 400, '23514']);
      expect(refused.error?.message).toContain(sentence);
    }
    const { data } = await server.supabase(admin).from('settings').select('key');
    expect(data).toEqual([]);
    await put('brand', { name: 'Selah' }).throwOnError();
    const patch = server.supabase(admin).from('settings').update({ value: 'x' }).eq('key', 'brand');
    expect((await patch).status).toBe(400);
  });
});

test('a switch set by the environment is locked, and shown as such', async () => {
  const server = await createTestServer({
    config: { PREMIUM_GATE: true, FROM_ENVIRONMENT: new Set(['PREMIUM_GATE']) },
    rows: { audio_content: [buildTrack({ is_premium: true })] },
  });
  const bearer = await fetchAdminToken(server);
  const table = server.supabase(bearer).from('settings');
  await table.upsert({ key: 'premium_gate', value: false }).throwOnError();
  const answer = await callAdmin(server, '/switches', { bearer });
  const { switches } = switchesResponseSchema.parse(await answer.json());
  expect(switches.find(({ name }) => name === 'premium_gate')).toMatchObject({
    isOn: true,
    setBy: 'PREMIUM_GATE',
  });
  const { data } = await server.supabase().from('audio_content').select('audio_url').single();
  expect(data?.audio_url).toContain('/sign/');
});
