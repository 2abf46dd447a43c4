import { expect } from 'playwright/test';
import { beforeAll, beforeEach, describe, test } from 'vitest';
import { LANDING_WORDS } from '#contract/words/landing-words.ts';
import { openPage, startServer } from '#tests/support/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/server-process.ts';
import { isScrolledSideways } from './pages/admin.page.ts';
import { untilRead } from './pages/alive.ts';

let server: ServerProcess;
let asAdmin: Awaited<ReturnType<typeof signInAsAdmin>>;
beforeAll(async () => {
  server = await startServer();
  asAdmin = await signInAsAdmin(server);
});

async function put(brand: object): Promise<void> {
  const written = await asAdmin('/rest/v1/settings?on_conflict=key', {
    method: 'POST',
    headers: { prefer: 'resolution=merge-duplicates' },
    body: JSON.stringify({ key: 'brand', value: brand }),
  });
  expect(written.ok).toBe(true);
}
beforeEach(() => put({}));

describe('the page of the owner’s words', () => {
  const EVIL = '</script><script>document.title="taken"</script> & <b>rest</b>';
  const landing = Object.fromEntries(
    Object.keys(LANDING_WORDS).map((word) => [word, `${word} $& ${EVIL}`.slice(0, 50)]),
  );
  beforeEach(() => put({ name: 'Selah $&', landing: { ...landing, heroText: `{name} ${EVIL}` } }));

  test('[D2] has them as text in its document, whatever they are, and in its description', async () => {
    const html = await (await fetch(server.url)).text();
    expect(html).not.toContain('<script>document.title');
    const page = await openPage(server.url, { javaScriptEnabled: false });
    await page.goto('/');
    const main = page.getByRole('main');
    for (const [word, text] of Object.entries(landing)) {
      if (word !== 'heroText') await expect(main).toContainText(text);
    }
    for (const house of Object.values(LANDING_WORDS)) await expect(main).not.toContainText(house);
    await expect(main).toContainText(`Selah $& ${EVIL}`);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute(
      'content',
      `Selah $& ${EVIL}`,
    );
  });

  // What the script finds otherwise than it would draw it is an error in the console, which fails this.
  test('[D2] is taken over as it stands, also after another change', async () => {
    const page = await openPage(server.url);
    await page.goto('/');
    await untilRead(page, 'faq');
    await expect(page.locator('.maker-text')).toContainText('creatorStory');
    await expect(page.getByText('Sample story')).toHaveCount(0);
    await put({ landing: { faithTitle: 'Prayer first' } });
    await page.goto('/');
    await untilRead(page, 'faq');
    await expect(page.locator('#faith-based h2')).toHaveText('Prayer first');
    await expect(page.locator('h1')).toHaveText(LANDING_WORDS.heroTitle);
    await expect(page.getByText('Sample story')).toBeVisible();
  });
});

/** As long as they may be, of letters as wide as those of a text are. */
const LONGEST = {
  heroTitle: 'Carried by him through every hour of every night',
  heroText:
    'Guided scripture, old hymns and short affirmations for a long pregnancy, for the hours of labour and for the first weeks at home, whenever you are awake again.',
};

test.each([
  [320, 640],
  [390, 844],
  [768, 1024],
  [1440, 900],
])(
  '[L2] at %i × %i the longest words stand clear of the light and of the land',
  async (width, height) => {
    await put({ landing: LONGEST });
    const page = await openPage(server.url, { viewport: { width, height } });
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready);
    // The words themselves; a title may have room beside it.
    const place = (what: string) =>
      page.locator(what).evaluate((one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().toJSON() as DOMRect;
      });
    const light = await page.locator('.hero .orb').evaluate((one) => one.getBoundingClientRect());
    const land = await page.locator('.hero .hills').evaluate((one) => one.getBoundingClientRect());
    const words = await Promise.all(['.hero h1', '.hero .lede', '.hero-cta'].map(place));
    for (const box of words) {
      const isBeside = box.right <= light.left || box.bottom <= light.top;
      expect(isBeside).toBe(true);
      expect(box.bottom).toBeLessThanOrEqual(land.top);
    }
    expect(await isScrolledSideways(page)).toBe(false);
  },
);
