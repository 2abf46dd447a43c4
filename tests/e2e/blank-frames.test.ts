import type { BrowserContextOptions, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { beforeFile, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { goWithin } from './pages/go-within.ts';

declare global {
  interface Window {
    /** Faults of the frames painted so far, and the number of frames. */
    painted: { faults: string[]; frames: number };
  }
}

const PATHS = ROUTES.map(({ path }) => path.replace(':trackId', '1').replace(':tab', 'users'));
/** Screens with user data; all others are the same for an anonymous user. */
const PERSONAL = /^\/(home|tracks|player|favorites|profile|notifications|support|subscription)/;
const PHONE = { viewport: { width: 390, height: 844 } };
const server = serverOfFile({ AUTH_RATE_LIMIT: '1000' });

/** Checks that every frame after the first one with content has a page's text in our own font. */
function watchFrames(): void {
  window.painted = { faults: [], frames: 0 };
  const check = () => {
    requestAnimationFrame(check);
    if (performance.getEntriesByName('first-contentful-paint').length === 0) return;
    window.painted.frames += 1;
    const note = (fault: string) => {
      const named = `${location.pathname}: ${fault}`;
      if (!window.painted.faults.includes(named)) window.painted.faults.push(named);
    };
    const main = document.querySelector('main');
    if (!main?.innerText.trim()) note('blank');
    else if (!getComputedStyle(main).fontFamily.includes('Commissioner')) note('without styles');
  };
  requestAnimationFrame(check);
}

async function readFaults(page: Page, visit: string): Promise<string[]> {
  await page.locator('main h1, main h2').first().waitFor({ state: 'attached' });
  // The browser may report the first paint late.
  await page.waitForFunction(() => window.painted.frames > 0);
  const { faults } = await page.evaluate(
    () =>
      new Promise<Window['painted']>((done) => {
        requestAnimationFrame(() => requestAnimationFrame(() => done(window.painted)));
      }),
  );
  return faults.map((fault) => `${visit} ${fault}`);
}

describe.each([
  ['signed out', PATHS],
  ['signed in', PATHS.filter((path) => PERSONAL.test(path))],
])('no frame is blank or without styles, %s', (who, paths) => {
  let session: { storageState?: BrowserContextOptions['storageState'] } = {};
  beforeFile(async () => {
    if (who === 'signed in') session = await signUpTestUser(server);
  });

  const open = async () => {
    const { storageState } = session;
    const page = await openPage(server.url, { ...PHONE, ...(storageState && { storageState }) });
    await page.addInitScript(watchFrames);
    return page;
  };

  test.each(paths)('on %s opened by its address, with an empty and a full cache', async (path) => {
    const opened = await open();
    const faults: string[] = [];
    for (const visit of ['cold', 'warm']) {
      await opened.goto(path);
      faults.push(...(await readFaults(opened, visit)));
    }
    // Otherwise the next case would begin with the cache of this one.
    await opened.context().close();
    expect(faults).toEqual([]);
  });

  test('nor during navigation', async () => {
    const opened = await open();
    await opened.goto('/home');
    for (const path of paths) await goWithin(opened, path);
    expect(await readFaults(opened, 'within')).toEqual([]);
  });
});
