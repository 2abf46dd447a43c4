import { describe, expect, test } from 'vitest';
import {
  SITE_TEXTS,
  TEXT_KEY_PREFIX,
  TEXTS_BY_NAME,
} from '#contract/constants/texts/site-texts.ts';
import { textsForPage } from '#server/core/config/owner-texts.ts';
import { createPublicConfigReader } from '#server/http/pages/read-public-config.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';

describe('[D2] the owner’s page texts', async () => {
  const server = await createTestServer();
  const admin = await fetchAdminToken(server);

  const put = (name: string, value: unknown, bearer: string | undefined = admin) =>
    server
      .supabase(bearer)
      .from('settings')
      .upsert({ key: TEXT_KEY_PREFIX + name, value: value as string });
  const configOf = async (path: string) =>
    textsForPage(await createPublicConfigReader(server.deps)(), path);

  test('are changed, removed and reset with the next request', async () => {
    for (const name of TEXTS_BY_NAME.keys()) {
      const path = `/${name.split('.')[0]}`;
      for (const value of ['## Ours', '']) {
        await put(name, value).throwOnError();
        expect((await configOf(path)).texts).toEqual({ [name]: value });
      }
      const rows = server.supabase(admin).from('settings');
      await rows
        .delete()
        .eq('key', TEXT_KEY_PREFIX + name)
        .throwOnError();
      expect((await configOf(path)).texts).toBeUndefined();
    }
  });

  test('are included only in the document of their own page if they are long; every page gets their version', async () => {
    await put('privacy.text', '## Who we are').throwOnError();
    await put('footer.note', 'Call your midwife.').throwOnError();
    const home = await configOf('/home');
    expect(home.texts).toEqual({ 'footer.note': 'Call your midwife.' });
    expect(Object.keys(home.longTexts ?? {})).toEqual(['privacy']);
    expect((await configOf('/privacy')).texts).toHaveProperty(['privacy.text'], '## Who we are');
  });

  test.each([
    ['footer.note', 'Line\nbreak', /text\.footer\.note: The text has a character/],
    [
      'landing.questions',
      'No title\n## Title',
      /text\.landing\.questions: The first line is a title/,
    ],
    ['landing.other', 'a', /There is no setting text\.landing\.other/],
  ])('are refused with an invalid %s', async (name, value, reason) => {
    const { error } = await put(name, value);
    expect(JSON.stringify(error)).toMatch(reason);
  });

  test('pass the same checks if built-in', async () => {
    for (const [page, { texts }] of Object.entries(SITE_TEXTS)) {
      for (const [name, { text }] of Object.entries(texts)) {
        expect((await put(`${page}.${name}`, text)).error).toBeNull();
      }
    }
  });
});
