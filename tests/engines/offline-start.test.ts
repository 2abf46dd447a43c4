import { expect, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { homePage } from '../e2e/pages/home.page.ts';

inEachEngine('a returning visitor', (openPage) => {
  test('opens the application while the server is down, and shows that loading failed', async () => {
    const server = await startServer();
    const page = await openPage(server.url);
    await homePage(page).open();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready), undefined);
    await server.stop('SIGKILL');
    await page.goto('/home');
    await page.getByText('We couldn’t load the meditations').waitFor();
    await expect.poll(() => page.getByRole('link', { name: 'Tracks' }).isVisible()).toBe(true);
    await server.restart();
    await homePage(page).card('Pregnancy Psalms').play.waitFor();
  });
});
