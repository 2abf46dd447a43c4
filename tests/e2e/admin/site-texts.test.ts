import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { SITE_TEXTS } from '#contract/constants/texts/site-texts.ts';
import { openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';
import { expectToast, openAdminTab, partOf } from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const server = serverOfFile();
const asAdmin = asAdminOf(server);

const htmlOf = async (path: string) => (await fetch(server.url + path)).text();
const put = (name: string, value: string) => asAdmin.set(`text.${name}`, value);
const reset = (name: string) => asAdmin.remove(`settings?key=eq.text.${name}`);

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

test('the texts of a page in a right-to-left script are laid out from the right', async () => {
  for (const page of ['landing', 'privacy']) {
    // The version is part of a built-in sentence.
    const own = NAMES.filter(([name, , of]) => of === page && !name.endsWith('.version'));
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
  }
});

test('[D2] a section of the landing page without text has no links to it', async () => {
  const names = ['features', 'steps', 'testimonials', 'questions'];
  const gone = ['features', 'how-it-works', 'testimonials', 'faq'];
  const anchors = async (path: string, width: number) => {
    const page = await openPage(server.url, { viewport: { width, height: 900 } });
    await page.goto(path);
    await waitForHydration(page);
    await page.getByRole('button', { name: width < 768 ? 'Menu' : 'Why Us' }).click();
    await expect(page.getByRole('link', { name: 'Meet the Creator' })).toBeVisible();
    const links = page.locator('a[href^="/#"]');
    return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.slice(2)));
  };
  expect(await anchors('/', 390)).toEqual(expect.arrayContaining(gone));
  for (const name of names) await put(`landing.${name}`, '');
  const html = await htmlOf('/');
  for (const anchor of gone) expect(html).not.toMatch(`#${anchor}"`);
  for (const [path, width] of [
    ['/', 390],
    ['/contact', 1280],
  ] as const) {
    const found = await anchors(path, width);
    expect(found.filter((one) => gone.includes(one ?? ''))).toEqual([]);
  }
  for (const name of names) await reset(`landing.${name}`);
});

const EVIL = '<script>document.title="taken"</script>';

// A hydration mismatch logs a console error, which fails this test.
test('[G1] a legal text of the owner is Markdown without HTML, shows its date of change, and appears without a reload', async () => {
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

// A hydration mismatch logs a console error, which fails this test.
test('[D2] every rendered page has the owner’s name and no built-in one, before any script and after hydration', async () => {
  const name = 'Selah & Daughters';
  const address = ['Selah CIC', '2 Example Lane', 'Leeds'];
  await asAdmin.set('brand', { name, company: 'Selah CIC', address });
  const builtIn = [DEFAULT_BRAND.name, DEFAULT_BRAND.company, DEFAULT_BRAND.address[1] ?? ''];
  const findBuiltIn = (text: string) => builtIn.filter((one) => text.includes(one));
  const rendered = ROUTES.filter((route) => route.rendered);
  for (const path of [...rendered.map((route) => route.path), '/no-such-page']) {
    const html = await htmlOf(path.replace(':trackId', '3'));
    const text = html.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ');
    expect(text, path).toContain(name.replace('&', '&amp;'));
    expect(findBuiltIn(text), path).toEqual([]);
  }
  const page = await openPage(server.url);
  for (const path of ['/', '/contact']) {
    await page.goto(path);
    await waitForHydration(page);
    expect(await page.title(), path).toContain(name);
    expect(findBuiltIn(await page.locator('body').innerText()), path).toEqual([]);
  }
});
