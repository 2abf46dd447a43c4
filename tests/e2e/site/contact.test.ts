import { expect } from 'playwright/test';
import { test } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { openPage, startServer } from '#tests/support/browsers/e2e.ts';

test('[G2] the page has a postal address, a mail address, and a phone number with its hours', async () => {
  const server = await startServer();
  const page = await openPage(server.url, { viewport: { width: 390, height: 844 } });
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: DEFAULT_BRAND.email })).toHaveAttribute(
    'href',
    `mailto:${DEFAULT_BRAND.email}`,
  );
  await expect(main.getByRole('link', { name: DEFAULT_BRAND.phone })).toHaveAttribute(
    'href',
    'tel:+442079460018',
  );
  await expect(main.getByText('Mon-Fri 9am-5pm EST')).toBeVisible();
  await expect(main.locator('address')).toContainText('London');
  await expect(main.getByText('24-48 business hours')).toBeVisible();
  // The rows are full, even at widths without room for three cards.
  await page.setViewportSize({ width: 768, height: 1024 });
  const [mail, phone, post] = await main
    .getByRole('listitem')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect()));
  expect(phone?.top).toBe(post?.top);
  expect([mail?.left, mail?.right]).toEqual([phone?.left, post?.right]);
});
