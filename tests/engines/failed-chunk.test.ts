import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '#tests/support/browsers/e2e.ts';
import { inEachEngine } from '#tests/support/browsers/engines/in-each-engine.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/servers/fault-proxy.ts';

const WIDE = { width: 1280, height: 800 };

let line: FaultProxy;
beforeEach(async () => {
  const server = await startServer();
  line = await startFaultProxy(server.url);
});
afterEach(() => line.close());

inEachEngine('a page whose script and style sheet failed to load', (openPage) => {
  test('opens by a second press, styled, when the connection is back', async () => {
    const page = await openPage(line.url, WIDE);
    await page.goto('/home');
    const link = page
      .getByRole('navigation', { name: 'App' })
      .getByRole('link', { name: 'Support' });
    await link.waitFor();
    // Before hydration the link would load a document, whose failure is the browser's own page.
    const isHydrated = () => page.evaluate(() => window.early === undefined, undefined);
    await expect.poll(isHydrated).toBe(true);
    line.set({ kind: 'cut' });
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Something went wrong' }).waitFor();
    line.set(null);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Support Center' }).waitFor();
    const layout = () =>
      page.evaluate(() => {
        const list = document.querySelector('.ways');
        return list ? getComputedStyle(list).display : undefined;
      }, undefined);
    await expect.poll(layout).toBe('grid');
  });
});
