import { test } from 'vitest';
import { openPage, sharedServer as server } from '#tests/support/browsers/e2e.ts';
import { expect } from '#tests/support/browsers/expect.ts';

test('[Y1] the page shows its three texts and opens /home after three seconds, unless the pointer rests on it, a button has the focus, or the redirect is stopped', async () => {
  const page = await openPage(server.url, { viewport: { width: 1440, height: 900 } });
  const isStillHere = () => expect(page).toHaveURL(`${server.url}/thank-you`);
  const isHome = () => expect(page).toHaveURL(`${server.url}/home`);
  const open = async () => {
    await page.goto('/thank-you');
    await expect(page.getByRole('heading', { level: 1, name: 'Thank You!' })).toBeVisible();
  };
  const home = page.getByRole('button', { name: 'Go to home page' });
  await page.clock.install({ time: '2026-11-21T03:00:00' });
  await page.clock.pauseAt('2026-11-21T03:00:01');
  await open();
  await expect(page.getByText('Your account has been created successfully.')).toBeVisible();
  await expect(page.getByRole('status').getByText('Redirecting to home page...')).toBeVisible();
  await page.clock.runFor(2_999);
  await isStillHere();
  await page.clock.runFor(1);
  await isHome();

  await open();
  await page.mouse.move(700, 400);
  await page.clock.runFor(10_000);
  await isStillHere();
  await page.keyboard.press('Tab');
  await page.mouse.move(0, 0);
  await expect(home).toBeFocused();
  await page.clock.runFor(10_000);
  await isStillHere();
  await home.blur();
  await page.clock.runFor(2_999);
  await isStillHere();
  await page.clock.runFor(1);
  await isHome();

  await open();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByText('We will wait here for you.')).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(60_000);
  await isStillHere();
  await home.click();
  await isHome();
});
