import { resolve } from 'node:path';
import lighthouse from 'lighthouse';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { measureFirstLoad } from '#tests/support/browsers/first-load.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Bench, type Measurement, median } from './measure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
const RUNS = 3;
const OF_LANDING = { performance: 95, accessibility: 95, 'best-practices': 95, seo: 95 };
const OTHER_PAGES = ['/home', '/player/1', '/login', '/support'];
/** Search engines are excluded from these pages on purpose, so SEO has no budget. */
const OF_OTHERS = { performance: 95, accessibility: 100, 'best-practices': 100 };

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

/** `atLeast`: the budgets of the Lighthouse categories. */
async function measurePage(
  origin: string,
  path: string,
  port: number,
  atLeast: Partial<Record<Category, number>>,
): Promise<Measurement[]> {
  const middle = await measureMiddle(origin + path, port);
  return [
    ...CATEGORIES.map((name): Measurement => {
      const budget = atLeast[name];
      return {
        name: `${path}: Lighthouse ${name}, mobile`,
        value: middle(name),
        unit: 'points',
        ...(budget !== undefined && { budget: { atLeast: budget } }),
      };
    }),
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
      const measured = await measureBytes();
      measured.push(...(await measurePage(server.url, '/', port, OF_LANDING)));
      for (const path of OTHER_PAGES) {
        measured.push(...(await measurePage(server.url, path, port, OF_OTHERS)));
      }
      return measured;
    } finally {
      await browser.close();
      await server.stop();
    }
  },
};
