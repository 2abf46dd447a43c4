import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, test } from 'vitest';
import { startServer } from '#tests/support/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/server-process.ts';
import {
  createPerson,
  expectToast,
  isScrolledSideways,
  openAdminTab,
  VIEWPORTS,
} from './pages/admin.page.ts';
import { findBarriers } from './pages/barriers.ts';

const LEAH = 'leah@example.com';

let server: ServerProcess;
let page: Page;
let leah: string;
beforeAll(async () => {
  server = await startServer();
  leah = await createPerson(await signInAsAdmin(server), LEAH);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
async function readPlan() {
  const asAdmin = await signInAsAdmin(server);
  return (await asAdmin(`/rest/v1/subscriptions?user_id=eq.${leah}`)).json();
}

test('[D2] a subscription is given by address, extended, ended and started again', async () => {
  page = await openAdminTab(server.url, 'Subscriptions');
  await expect(page.getByText('No such subscriptions')).toBeVisible();
  await button('Give a subscription').click();
  await page.getByLabel('E-mail address').fill('nobody@example.com');
  await button('Give').click();
  await expect(page.getByRole('alert')).toHaveText('Nobody has this address.');
  await page.getByLabel('E-mail address').fill(LEAH);
  await page.getByLabel('Plan').selectOption('Trial');
  await button('Give').click();
  await expectToast(page, 'Subscription given');
  await button('Expiring soon').click();
  await button(LEAH).click();
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

test.each(VIEWPORTS)('subscriptions have no barriers on %s', async (_what, viewport) => {
  page = await openAdminTab(server.url, 'Subscriptions', viewport);
  await button(LEAH).click();
  await expect(page.getByLabel('Last day')).toBeVisible();
  expect(await findBarriers(page)).toEqual([]);
  expect(await isScrolledSideways(page)).toBe(false);
});
