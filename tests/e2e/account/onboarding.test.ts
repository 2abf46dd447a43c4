import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { waitForHydration } from '#tests/support/browsers/hydration.ts';

test('[O1] three slides, each with picture, title and description, work by keyboard and move the focus to their titles; the last and Skip lead to /signup, and Back opens the previous slide, on the page and in the browser', async () => {
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  const slide = page.getByRole('heading', { level: 1 });
  await page.goto('/onboarding');
  await waitForHydration(page);
  const titles = [
    `Welcome to ${DEFAULT_BRAND.name}`,
    'Daily scripture and prayer',
    'You are not alone in this',
  ];
  const pictures = new Set<string | null>();
  for (const [at, title] of titles.entries()) {
    await expect(slide).toHaveText(title);
    await expect(page.getByText(`Slide ${at + 1} of 3`)).toBeAttached();
    await expect(page.locator('.onboarding-panel .lede')).not.toBeEmpty();
    pictures.add(await page.locator('.onboarding-scene').getAttribute('class'));
    const next = page.getByRole('button', { name: at === 2 ? 'Get Started' : 'Next' });
    if (at === 0) await next.focus();
    else {
      await expect(slide).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(next).toBeFocused();
    }
    await page.keyboard.press('Enter');
  }
  expect(pictures.size).toBe(3);
  await expect(page).toHaveURL(`${server.url}/signup`);

  await page.goto('/onboarding');
  await page.getByRole('link', { name: 'Skip' }).click();
  await expect(page).toHaveURL(`${server.url}/signup`);

  await page.goto('/onboarding');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(slide).toHaveText('You are not alone in this');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(slide).toHaveText('Daily scripture and prayer');
  await page.goBack();
  await expect(slide).toHaveText('You are not alone in this');
  await page.goBack();
  await page.goBack();
  await expect(slide).toContainText('Welcome to');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${server.url}/`);
});
