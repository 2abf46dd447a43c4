import { expect, test } from 'vitest';
import { callAuth, createAddress, lastMailTo } from '#tests/support/servers/auth-call.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

test("a mail has the owner's name and address; its sender and the page that it links to have the name", async () => {
  const server = await createTestServer({ config: { AUTH_AUTOCONFIRM: false } });
  const email = createAddress();
  // The first mail is sent before the change, to catch values that are read too early and cached.
  await callAuth(server, '/otp', { body: { email: createAddress() } });
  await server
    .supabase(await fetchAdminToken(server))
    .from('settings')
    .upsert({ key: 'brand', value: { name: 'Selah & Sons', address: ['2 Hill Road', 'Bath'] } })
    .throwOnError();
  await callAuth(server, '/otp', { body: { email } });
  const { subject, text, html, headers, link } = lastMailTo(server, email);
  expect(subject).toContain('Selah & Sons');
  expect(text).toContain('-- \nSelah & Sons\n2 Hill Road\nBath');
  expect(html).toContain('Selah &amp; Sons');
  expect(headers['from']).toBe('"Selah & Sons" <hello@cradlesong.example>');
  const page = await (await fetch(link, { headers: { Accept: 'text/html' } })).text();
  expect(page).toContain('<p class="brand">Selah &amp; Sons</p>');
  expect(subject + text + html + page).not.toContain('Cradlesong');
});
