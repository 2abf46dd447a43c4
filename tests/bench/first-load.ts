import { resolve } from 'node:path';
import lighthouse from 'lighthouse';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { measureFirstLoad } from '#tests/support/browsers/first-load.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Measurements, median, row } from './measure.ts';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
const RUNS = 3;
const OF_LANDING = { performance: 95, accessibility: 95, 'best-practices': 95, seo: 95 };
const OTHER_PAGES = ['/home', '/player/1', '/login', '/support'];
/** Search engines are excluded from these pages on purpose, so SEO has no budget. */
const OF_OTHERS = { performance: 95, accessibility: 100, 'best-practices': 100 };

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

/** `atLeast`: the budgets of the Lighthouse categories. */
async function* measurePage(
  origin: string,
  path: string,
  port: number,
  atLeast: Partial<Record<Category, number>>,
): Measurements {
  const runs: Record<string, number>[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await runLighthouse(origin + path, port));
  const middle = (name: string) => median(runs.map((run) => run[name] ?? Number.NaN));
  for (const name of CATEGORIES) {
    const budget = atLeast[name];
    const limit = budget === undefined ? undefined : { atLeast: budget };
    yield row(`${path}: Lighthouse ${name}, mobile`, middle(name), 'points', limit);
  }
  yield row(`${path}: largest paint, mobile`, middle('lcp'), 'ms', { atMost: 2_000 });
  yield row(`${path}: layout shift`, middle('cls'), '×', { atMost: 0.01 });
}

/** Measures the bytes loaded before any interaction, and runs Lighthouse on the central pages. */
export async function* firstLoad(): Measurements {
  const { scriptBytes, styleBytes } = await measureFirstLoad(resolve('out/renderer'), '/');
  yield row('first load of /: JavaScript (gzip)', scriptBytes / 1024, 'KiB', { atMost: 130 });
  yield row('first load of /: CSS (gzip)', styleBytes / 1024, 'KiB', { atMost: 13 });
  const port = await freePort();
  await using server = await startServerProcess();
  await using _browser = await launchBrowser([`--remote-debugging-port=${port}`]);
  yield* measurePage(server.url, '/', port, OF_LANDING);
  for (const path of OTHER_PAGES) yield* measurePage(server.url, path, port, OF_OTHERS);
}
