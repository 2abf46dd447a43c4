import { beforeAll, describe, expect, test } from 'vitest';
import { toJson } from '#db/codecs.ts';
import { parseConfig } from '#server/core/config/config.ts';
import { callAuth, createAddress, lastMailTo } from '#tests/support/servers/auth-call.ts';
import { createTestServer, type TestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

const BRAND = { name: 'Selah & Sons', address: ['2 Hill Road', 'Bath'] };

describe("the owner's name and address", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ config: { AUTH_AUTOCONFIRM: false } });
    // Once before the change, to catch values read too early and cached.
    await callAuth(server, '/otp', { body: { email: createAddress() } });
    await server
      .supabase(await fetchAdminToken(server))
      .from('settings')
      .upsert({ key: 'brand', value: BRAND })
      .throwOnError();
  });

  test('are in a mail', async () => {
    const email = createAddress();
    await callAuth(server, '/otp', { body: { email } });
    const { subject, text, html } = lastMailTo(server, email);
    expect(subject).toContain('Selah & Sons');
    expect(text).toContain('-- \nSelah & Sons\n2 Hill Road\nBath');
    expect(html).toContain('Selah &amp; Sons');
    expect(subject + text + html).not.toContain('Cradlesong');
  });

  test('are the sender’s, unless the environment sets another', async () => {
    const email = createAddress();
    await callAuth(server, '/otp', { body: { email } });
    expect(lastMailTo(server, email).headers['from']).toBe(
      '"Selah & Sons" <hello@cradlesong.example>',
    );
    const other = await createTestServer({
      config: parseConfig({
        DATA_DIR: server.deps.config.DATA_DIR,
        MAIL_FROM: 'Desk <d@x.example>',
      }),
      rows: { settings: [{ key: 'brand', value: toJson(BRAND) }] },
    });
    await callAuth(other, '/otp', { body: { email } });
    expect(lastMailTo(server, email).headers['from']).toBe('Desk <d@x.example>');
  });

  test('are on the page that a mail links to', async () => {
    const email = createAddress();
    await callAuth(server, '/otp', { body: { email } });
    const [link = ''] = lastMailTo(server, email).links;
    const page = await (await fetch(link, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain('<p class="brand">Selah &amp; Sons</p>');
    expect(page).not.toContain('Cradlesong');
  });
});

test('a mail has the last known name if the settings cannot be read', async () => {
  const server = await createTestServer({
    config: { AUTH_AUTOCONFIRM: false },
    rows: { settings: [{ key: 'brand', value: toJson(BRAND) }] },
  });
  const first = createAddress();
  await callAuth(server, '/otp', { body: { email: first } });
  await server.db.kysely.schema.alterTable('settings').renameTo('away').execute();
  const second = createAddress();
  await callAuth(server, '/otp', { body: { email: second } });
  expect(lastMailTo(server, second).subject).toBe(lastMailTo(server, first).subject);
});
