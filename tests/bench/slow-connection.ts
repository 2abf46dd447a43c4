import type { Browser, Page } from 'playwright';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Bench, type Measurement, median } from './measure.ts';
import { inNewProfile } from './phone.ts';

const ROUNDS = 5;

/** "Slow 3G" of Chromium's developer tools: two seconds of latency, then 400 kbit/s. */
const SLOW_3G = {
  offline: false,
  latency: 2_000,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

/** Milliseconds from navigation to the frame that shows the first title of the list. */
async function untilTitle(page: Page, url: string): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', SLOW_3G);
  await page.addInitScript(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => Object.assign(window, { titleAt: performance.now() });
    const look = () => {
      const title = document.querySelector('.tracks h3, .preferences h3');
      // The next frame shows the title; the message arrives after that frame.
      if (title?.checkVisibility()) port2.postMessage('painted');
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(url, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => Reflect.get(window, 'titleAt'), undefined, {
    timeout: 60_000,
  });
  return Number(await shown.jsonValue());
}

async function measureList(browser: Browser, server: string, path: string): Promise<Measurement> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    times.push(await inNewProfile(browser, (page) => untilTitle(page, server + path)));
  }
  return {
    name: `slow 3G: the list's first title on ${path}, nothing cached, p50`,
    value: median(times),
    unit: 'ms',
    budget: { atMost: 3_000 },
  };
}

export const slowConnectionBench: Bench = {
  name: 'slow-connection',
  async run() {
    const [server, browser] = await Promise.all([startServerProcess(), launchBrowser()]);
    try {
      return [
        await measureList(browser, server.url, '/home'),
        await measureList(browser, server.url, '/tracks'),
      ];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
