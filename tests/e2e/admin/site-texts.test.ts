import { expect } from 'playwright/test';
import { describe, test } from 'vitest';
import { SITE_TEXTS } from '#contract/constants/texts/site-texts.ts';
import { beforeFile, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';
import { expectToast, openAdminTab, partOf } from '../pages/admin.page.ts';
import { waitForHydration } from '../pages/hydration.ts';

let server: ServerProcess;
let asAdmin: Awaited<ReturnType<typeof signInAsAdmin>>;
beforeFile(async () => {
  server = await startServer();
  asAdmin = await signInAsAdmin(server);
});

const htmlOf = async (path: string) => (await fetch(server.url + path)).text();

async function put(name: string, value: string): Promise<void> {
  const written = await asAdmin('/rest/v1/settings?on_conflict=key', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify({ key: `text.${name}`, value }),
  });
  expect(written.ok).toBe(true);
}
const reset = (name: string) =>
  asAdmin(`/rest/v1/settings?key=eq.text.${name}`, { method: 'DELETE' });

const PATHS: Readonly<Record<string, string>> = { landing: '/', footer: '/contact' };
const NAMES = Object.entries(SITE_TEXTS).flatMap(([page, { texts }]) =>
  Object.entries(texts).map(([text, { kind }]) => [`${page}.${text}`, kind, page] as const),
);

test.each(NAMES)(
  '[D2] %s is changed, removed and reset in the rendered page',
  async (name, kind, page) => {
    const path = PATHS[page] ?? `/${page}`;
    const ours = await htmlOf(path);
    await put(name, kind === 'line' ? 'Written by me' : '## Written by me\n\nIn my words.');
    expect(await htmlOf(path)).toContain('Written by me');
    await put(name, '');
    expect(await htmlOf(path)).not.toContain('Written by me');
    await reset(name);
    expect(await htmlOf(path)).toBe(ours);
  },
);

// The version is part of a built-in sentence.
const RIGHT_TO_LEFT = NAMES.filter(([name]) => !name.endsWith('.version'));
test.each(['landing', 'privacy'])(
  'each text of %s in a right-to-left script is laid out from the right',
  async (page) => {
    const own = RIGHT_TO_LEFT.filter(([, , of]) => of === page);
    for (const [at, [name, kind]] of own.entries()) {
      const line = `שלום ${at} לך`;
      await put(name, kind === 'line' ? line : `## ${line}\n\nנוחי, בתי.\n\n- אחת`);
    }
    const shown = await openPage(server.url);
    await shown.goto(PATHS[page] ?? `/${page}`);
    const found = await shown.evaluate(() =>
      [...document.querySelectorAll(':is(main, footer) *')].flatMap((element) => {
        const text = [...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map(({ textContent }) => textContent)
          .join('');
        return /[א-ת]/.test(text) ? [{ text, direction: getComputedStyle(element).direction }] : [];
      }),
    );
    for (const [at, [name]] of own.entries()) {
      expect(found.filter(({ text }) => text.includes(` ${at} `)).length, name).toBeGreaterThan(0);
      await reset(name);
    }
    expect(found.filter(({ direction }) => direction !== 'rtl')).toEqual([]);
  },
);

test('[D2] a section of the landing page without text has no links to it', async () => {
  const lists = {
    features: 'features',
    steps: 'how-it-works',
    testimonials: 'testimonials',
    questions: 'faq',
  };
  const anchors = async (path: string, width: number) => {
    const page = await openPage(server.url, { viewport: { width, height: 900 } });
    await page.goto(path);
    await waitForHydration(page);
    if (width < 768) await page.getByRole('button', { name: 'Menu' }).click();
    else await page.getByRole('button', { name: 'Why Us' }).click();
    const links = page.locator('a[href^="/#"]');
    await expect(page.getByRole('link', { name: 'Meet the Creator' })).toBeVisible();
    return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.slice(2)));
  };
  const gone = Object.values(lists);
  expect(await anchors('/', 390)).toEqual(expect.arrayContaining(gone));
  for (const name of Object.keys(lists)) await put(`landing.${name}`, '');
  const html = await htmlOf('/');
  for (const anchor of gone) expect(html).not.toMatch(`#${anchor}"`);
  for (const [path, width] of [
    ['/', 390],
    ['/contact', 1280],
  ] as const) {
    const found = await anchors(path, width);
    expect(found.filter((one) => gone.includes(one ?? ''))).toEqual([]);
  }
  for (const name of Object.keys(lists)) await reset(`landing.${name}`);
});

describe('a legal text of the owner', () => {
  const EVIL = '<script>document.title="taken"</script>';

  // A hydration mismatch logs a console error, which fails this test.
  test('[G1] is Markdown without HTML, shows its date of change, and appears without a reload', async () => {
    await put('privacy.text', `## Ours {#ours}\n\n**We** keep [little](/contact). ${EVIL}`);
    await put('privacy.version', '2.0');
    expect(await htmlOf('/privacy')).not.toContain(EVIL);
    expect(await htmlOf('/')).not.toContain('keep [little]');
    const page = await openPage(server.url);
    await page.goto('/contact');
    await waitForHydration(page);
    await page.getByRole('link', { name: 'Privacy', exact: true }).click();
    const article = page.getByRole('article');
    await expect(article.getByRole('heading')).toHaveText('Ours');
    await expect(article).toContainText(`We keep little. ${EVIL}`);
    await expect(article.getByRole('link')).toHaveAttribute('href', '/contact');
    await expect(page.getByRole('main')).toContainText('Version 2.0, changed on');
    await page.reload();
    await expect(article.getByRole('heading')).toHaveText('Ours');
    await reset('privacy.text');
    await reset('privacy.version');
  });
});

test('[D2] the owner replaces an example text, which leaves the list on the dashboard', async () => {
  const page = await openAdminTab(server.url, 'Dashboard');
  const examples = page.getByText(/^Examples that visitors still see/);
  await examples.click();
  await page.getByRole('link', { name: 'Testimonials' }).click();
  const field = page.getByRole('textbox', { name: 'Testimonials (example)' });
  await expect(field).toHaveValue(/Ruth A\./);
  await field.fill('## Lydia P., Mother of one, York\nIt carried me.');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Texts saved');
  await expect(page.getByLabel('Testimonials', { exact: true })).toBeVisible();
  const html = await htmlOf('/');
  expect(html).toContain('Lydia P.');
  expect(html).not.toContain('Sample voices');
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await examples.click();
  await expect(page.getByRole('link', { name: 'Telephone' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Testimonials' })).toHaveCount(0);
});

test('[D2] a mail is changed, previewed and sent as a test; one without its link is refused', async () => {
  const page = await openAdminTab(server.url, 'Settings');
  await partOf(page, 'Mails to users').click();
  await page.getByLabel('Mail', { exact: true }).selectOption('Link to sign in');
  const field = page.getByLabel('Text', { exact: true });
  const builtIn = await field.inputValue();
  await field.fill(builtIn.replace('({link})', ''));
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByText('such as [Open]({link})').first()).toBeVisible();
  await field.fill(builtIn.replace('Sign in', 'Come in'));
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Come in' })).toContainText('123456');
  await page.getByLabel('Send a test mail to').fill('owner@example.com');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText(/-owner@example\.com\.eml$/)).toBeVisible();
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Texts saved');
  await page.getByRole('button', { name: 'Back to the built-in text' }).click();
  await expect(field).toHaveValue(builtIn);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Texts saved');
});
