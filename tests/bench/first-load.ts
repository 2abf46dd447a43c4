import { resolve } from 'node:path';
import lighthouse from 'lighthouse';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { measureFirstLoad } from '#tests/support/browsers/first-load.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Bench, type Measurement, median } from './measure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const RUNS = 3;
/** Excluded from search engines on purpose, so they have no SEO budget. */
const OTHER_PAGES = ['/home', '/player/1', '/login', '/support'];

/** Before any interaction; the dialogs and the toaster load later. */
async function measureBytes(): Promise<Measurement[]> {
  const { scriptBytes, styleBytes } = await measureFirstLoad(resolve('out/renderer'), '/');
  return [
    {
      name: 'first load of /: JavaScript (gzip)',
      value: scriptBytes / 1024,
      unit: 'KiB',
      budget: { atMost: 130 },
    },
    {
      name: 'first load of /: CSS (gzip)',
      value: styleBytes / 1024,
      unit: 'KiB',
      budget: { atMost: 13 },
    },
  ];
}

async function runLighthouse(
  url: string,
  port: number,
  retries = 1,
): Promise<Record<string, number>> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
    // This audit reloads through the history, which the headless shell sometimes answers with an error.
    skipAudits: ['bf-cache'],
  });
  if (!result) throw new Error('lighthouse gave no result');
  const { runtimeError, categories, audits } = result.lhr;
  if (runtimeError && retries > 0) return runLighthouse(url, port, retries - 1);
  if (runtimeError) throw new Error(`lighthouse: ${runtimeError.message}`);
  const scores = CATEGORIES.map((name) => [name, (categories[name]?.score ?? 0) * 100]);
  return {
    ...Object.fromEntries(scores),
    lcp: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    cls: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
  };
}

async function measureMiddle(url: string, port: number): Promise<(name: string) => number> {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(url, port));
  return (name) => median(runs.map((run) => run[name] ?? Number.NaN));
}

async function measureLanding(url: string, port: number): Promise<Measurement[]> {
  const middle = await measureMiddle(url, port);
  return [
    ...CATEGORIES.map(
      (name): Measurement => ({
        name: `first load of /: Lighthouse ${name}, mobile`,
        value: middle(name),
        unit: 'points',
        budget: { atLeast: 95 },
      }),
    ),
    {
      name: 'first load of /: largest paint, mobile',
      value: middle('lcp'),
      unit: 'ms',
      budget: { atMost: 2_000 },
    },
    {
      name: 'first load of /: layout shift',
      value: middle('cls'),
      unit: '×',
      budget: { atMost: 0.01 },
    },
  ];
}

async function measureOtherPage(
  origin: string,
  path: string,
  port: number,
): Promise<Measurement[]> {
  const middle = await measureMiddle(origin + path, port);
  return [
    ...CATEGORIES.map(
      (name): Measurement => ({
        name: `${path}: Lighthouse ${name}, mobile`,
        value: middle(name),
        unit: 'points',
        ...(name === 'seo' ? {} : { budget: { atLeast: name === 'performance' ? 95 : 100 } }),
      }),
    ),
    {
      name: `${path}: largest paint, mobile`,
      value: middle('lcp'),
      unit: 'ms',
      budget: { atMost: 2_000 },
    },
    { name: `${path}: layout shift`, value: middle('cls'), unit: '×', budget: { atMost: 0.01 } },
  ];
}

export const firstLoadBench: Bench = {
  name: 'first-load',
  async run() {
    const port = await freePort();
    const [server, browser] = await Promise.all([
      startServerProcess(),
      launchBrowser([`--remote-debugging-port=${port}`]),
    ]);
    try {
      const url = `${server.url}/`;
      const first = [...(await measureBytes()), ...(await measureLanding(url, port))];
      const others: Measurement[] = [];
      for (const path of OTHER_PAGES) {
        others.push(...(await measureOtherPage(server.url, path, port)));
      }
      return [...first, ...others];
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
