import type { Locator, Page } from 'playwright';
import { test } from 'vitest';
import { beforeFile, expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';
import { readQr } from '#tests/support/browsers/read-qr.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { findViolations } from '../pages/accessibility.ts';
import {
  createPerson,
  expectAccessibleOnPhone,
  expectToast,
  openAdminTab,
  partOf,
  VIEWPORTS,
} from '../pages/admin.page.ts';
import { asAdminOf } from '../pages/as-admin.ts';

const LEAH = 'leah@example.com';

const server = serverOfFile();
const asAdmin = asAdminOf(server);
let page: Page;
let leah: string;
beforeFile(async () => {
  leah = await createPerson(asAdmin, LEAH);
  page = await openAdminTab(server.url, 'Subscriptions');
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
/** Number of lines in each button's label. */
const countLines = (buttons: Locator) =>
  buttons.evaluateAll((all) =>
    all.map((one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size;
    }),
  );
const readPlan = () => asAdmin.read(`subscriptions?user_id=eq.${leah}`);

test('[D2] a subscription is granted by address, extended, ended and started again', async () => {
  await expect(page.getByText('No active subscriptions')).toBeVisible();
  await button('Give a subscription').click();
  await page.getByLabel('Email address').fill('nobody@example.com');
  await button('Give').click();
  await expect(page.getByRole('alert')).toHaveText('No account has this address.');
  await page.getByLabel('Email address').fill(LEAH);
  await page.getByLabel('Plan').selectOption('Trial');
  await button('Give').click();
  await expectToast(page, 'Subscription given');
  await button('Expiring soon').click();
  await button(LEAH).click();
  await expect(page.getByLabel('Last day')).toBeVisible();
  await expectAccessibleOnPhone(page);
  await page.getByLabel('Last day').fill('2099-12-31');
  await button('Save Changes').click();
  await expectToast(page, 'Subscription saved');
  expect(await readPlan()).toMatchObject([
    { plan_type: 'Trial', status: 'active', end_date: '2099-12-31T23:59:59.999+00:00' },
  ]);
  await button('Active').click();
  await button(LEAH).click();
  await button('End now').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expectToast(page, 'Subscription ended');
  expect(await readPlan()).toMatchObject([{ status: 'ended' }]);
  await button('Ended').click();
  await button(LEAH).click();
  await page.getByLabel('Plan').selectOption('Lifetime');
  await button('Start again').click();
  await expectToast(page, 'Subscription saved');
  expect(await readPlan()).toMatchObject([
    { plan_type: 'Lifetime', status: 'active', end_date: null },
  ]);
});

test('[D2] a plan past its end is shown as ended without an edit', async () => {
  await asAdmin.insert('subscriptions', {
    user_id: await createPerson(asAdmin, 'rachel@example.com'),
    plan_type: 'Monthly',
    status: 'active',
    end_date: '2026-02-03T23:59:59.999Z',
  });
  await button('Active').click();
  await expect(button(LEAH)).toBeVisible();
  await expect(button('rachel@example.com')).toHaveCount(0);
  await button('Ended').click();
  await expect(page.getByRole('row', { name: 'rachel@example.com' })).toContainText(
    'ended on 3 February 2026',
  );
});

test('[D2] a code is created, shown on its card, redeemed by a user, counted and ended', async () => {
  await partOf(page, 'Centre codes').click();
  await expect(page.getByText('No codes yet')).toBeVisible();
  await page.getByRole('button', { name: 'Make a code' }).click();
  await page.getByLabel('Birth centre').fill('The Manger');
  await page.getByLabel('Uses').fill('2');
  await button('Make code').click();
  await expectToast(page, 'Code made');
  const card = page.getByRole('article', { name: 'Card to print' });
  await expect(card).toContainText('3 months of premium access');
  const code = /[2-9A-Z]{4}-[2-9A-Z]{4}/.exec(await card.innerText())?.[0] ?? '';
  await expect(page.getByText('which only this machine can open')).toBeVisible();
  const address = await readQr(card.getByRole('img'));
  expect(address).toMatch(new RegExp(`^http://localhost:\\d+/subscription\\?code=${code}$`));
  await expectAccessibleOnPhone(page);

  const visitor = await openPage(server.url);
  const field = visitor.getByLabel('Have a code from your birth centre?');
  const redeem = visitor.getByRole('button', { name: 'Redeem code' });
  await visitor.goto(new URL(address).pathname + new URL(address).search);
  await expect(field).toHaveValue(code);
  await expect(redeem).toBeInViewport();
  await redeem.click();
  await expect(visitor.getByText('Please sign in first')).toBeVisible();
  await expect(field).toHaveValue(code);
  expect(await findViolations(visitor)).toEqual([]);
  await visitor.goto('/login');
  await visitor.goto('/subscription');
  await expect(field).toHaveValue(code);

  const { storageState } = await signUpTestUser(server);
  const userPage = await openPage(server.url, { storageState });
  expectErrors(userPage, /status of 404/);
  await userPage.goto('/subscription');
  const refused = userPage.getByLabel('Have a code from your birth centre?');
  await refused.fill('NNNN-2345');
  await userPage.getByRole('button', { name: 'Redeem code' }).click();
  await expect(refused).toBeFocused();
  await expect(refused).toHaveAccessibleDescription(/^We do not know this code\..*Eight letters/);
  await refused.fill(code.toLowerCase());
  await userPage.getByRole('button', { name: 'Redeem code' }).click();
  await expect(userPage.getByText('A gift from The Manger')).toBeVisible();

  await expect(page.getByRole('row', { name: 'The Manger' })).toContainText('1 of 2, 1 left');
  await button('End now').click();
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click();
  await expectToast(page, 'Code ended');
  await expect(page.getByRole('row', { name: 'The Manger' })).toContainText('ended');
});

test('[D2] a centre sees its own numbers at a revocable link, and only its cards are printed', async () => {
  await partOf(page, 'Centre codes').click();
  await button('The Manger').click();
  const numbers = page.getByRole('region', { name: 'The centre’s own numbers' });
  await numbers.getByRole('button', { name: 'Make a link' }).click();
  await expectToast(page, 'Link made');
  const link = await numbers.locator('.numbers-link').innerText();
  const address = new URL(link);
  for (const [name, viewport] of VIEWPORTS.toReversed()) {
    await page.setViewportSize(viewport);
    expect(await countLines(numbers.getByRole('button')), name).toEqual([1, 1]);
  }
  await expectAccessibleOnPhone(page);
  const visitor = await openPage(server.url, { javaScriptEnabled: false });
  await visitor.goto(address.pathname + address.search);
  await expect(visitor.getByRole('row', { name: /^Uses/ })).toBeVisible();
  await numbers.getByRole('button', { name: 'Take the link back' }).click();
  await expectToast(page, 'Link taken back');
  expectErrors(visitor, /status of 404/);
  await visitor.reload();
  await expect(visitor.getByText('There is nothing to see here')).toBeVisible();

  await page.getByLabel('Cards').fill('12');
  await page.emulateMedia({ media: 'print' });
  const cards = page.locator('.code-cards .print-card');
  await expect(cards).toHaveCount(12);
  await expect(cards.last()).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  expect(await readQr(cards.first().locator('.qr'))).toContain('/subscription?code=');
});
