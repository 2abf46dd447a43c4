import { expect, test } from 'vitest';
import { serverOfFile } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { authPage, newPerson } from '../e2e/pages/auth.page.ts';
import { homePage } from '../e2e/pages/home.page.ts';
import { listening } from '../e2e/pages/listening.page.ts';

const PSALMS = 'Pregnancy Psalms';

const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

inEachEngine('a user', (openPage) => {
  test('[A9] [M11] [F1] signs up, saves a track, signs out while it plays, and finds it again', async () => {
    const page = await openPage(server.url);
    const person = newPerson();
    const { heart, play, item } = homePage(page).card(PSALMS);
    const sound = listening(page);

    await authPage(page).signUp(person);
    await page.waitForURL('/home');
    await heart.click();
    await sound.toast('Added to favorites').waitFor();
    await play.click();
    await sound.hasMovedPast(0.2);

    await page.goto('/profile');
    await page.getByRole('button', { name: 'Log Out' }).click();
    await page.waitForURL('/login');
    expect(await sound.isSilent()).toBe(true);

    await authPage(page).signIn(person);
    await page.waitForURL('/home');
    await page.goto('/favorites');
    await item.waitFor();
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
    await heart.click();
    await page.getByText('No favorite meditations yet').waitFor();
  });
});
