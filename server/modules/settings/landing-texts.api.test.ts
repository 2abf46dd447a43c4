import { describe, expect, test } from 'vitest';
import { LANDING_DEFAULTS } from '#contract/constants/texts/landing-defaults.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

describe('the texts of the landing page', async () => {
  const server = await createTestServer();
  const admin = await fetchAdminToken(server);

  const put = (landing: unknown, bearer?: string) =>
    server.supabase(bearer).from('settings').upsert({ key: 'brand', value: { landing } });
  const readTexts = async () => (await server.deps.settings.read()).brand.landing;

  test('[D2] change with the next request, are in the audit log text by text, and return to the defaults', async () => {
    expect(await readTexts()).toBeUndefined();
    const landing = { heroTitle: '  You are carried ', verse: 'He gathers.' };
    await put(landing, admin).throwOnError();
    expect(await readTexts()).toMatchObject({ verse: 'He gathers.' });
    const log = server.supabase(admin).from('audit_log').select('action, after');
    const { data } = await log.eq('table_name', 'settings').throwOnError();
    expect(data).toEqual([
      { action: 'insert', after: expect.objectContaining({ value: { landing } }) },
    ]);
    await put({ verse: LANDING_DEFAULTS.verse }, admin).throwOnError();
    expect(await readTexts()).toBeUndefined();
  });

  test.each([
    [
      { heroTitle: 'a'.repeat(51) },
      'brand.landing.heroTitle: The headline is longer than 50 characters.',
    ],
    [
      { verse: 'He gathers.\u0007' },
      'brand.landing.verse: The verse has a character that cannot be shown, or a line break.',
    ],
    [{ heroColour: 'red' }, /brand\.landing: .*heroColour/],
  ])('[D2] are refused with the name of the field: %j', async (landing, reason) => {
    const { error } = await put(landing, admin);
    expect(JSON.stringify(error)).toMatch(reason);
    expect(await readTexts()).toBeUndefined();
  });
});
