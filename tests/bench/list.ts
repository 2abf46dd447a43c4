import { resolve } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { databaseFile, startWithTracks } from './bench-library.ts';
import { type LoadResult, load, UNCACHED } from './load.ts';
import { type Bench, interleave, type Measurement, median } from './measure.ts';

const ROUNDS = 4;
const SECONDS = 2;

const rates = (results: LoadResult[]) => results.map(({ requestsPerSecond }) => requestsPerSecond);
const tails = (results: LoadResult[]) => results.map(({ p99Ms }) => p99Ms);

async function compare(
  server: string,
  baseline: string,
  {
    rows,
    cachedBudget,
    uncachedBudget,
  }: { rows: number; cachedBudget: number; uncachedBudget: number },
): Promise<Measurement[]> {
  const list = `${server}${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&order=position,id&limit=${rows}`;
  const { bare, cached, uncached } = await interleave(ROUNDS, {
    bare: () => load({ url: `${baseline}/list?limit=${rows}`, seconds: SECONDS }),
    cached: () => load({ url: list, seconds: SECONDS }),
    uncached: () => load({ url: list, seconds: SECONDS, headers: UNCACHED }),
  });
  const base = median(rates(bare));
  return [
    { name: `list of ${rows}: bare node:http`, value: base, unit: 'req/s' },
    {
      name: `list of ${rows}: cached`,
      value: median(rates(cached)) / base,
      unit: '×',
      budget: { atLeast: cachedBudget },
    },
    {
      name: `list of ${rows}: p99, cached`,
      value: median(tails(cached)) / median(tails(bare)),
      unit: '×',
      budget: { atMost: 1 },
    },
    {
      name: `list of ${rows}: not cached`,
      value: median(rates(uncached)) / base,
      unit: '×',
      budget: { atLeast: uncachedBudget },
    },
  ];
}

export const listBench: Bench = {
  name: 'list',
  async run() {
    const server = await startWithTracks(1000);
    const baseline = await startProcess(process.execPath, [
      resolve(import.meta.dirname, 'baseline.process.ts'),
      databaseFile(server.dataDir),
      import.meta.filename,
    ]);
    try {
      return [
        ...(await compare(server.url, baseline.url, {
          rows: 10,
          cachedBudget: 2,
          uncachedBudget: 0.3,
        })),
        ...(await compare(server.url, baseline.url, {
          rows: 1000,
          cachedBudget: 5,
          uncachedBudget: 0.8,
        })),
      ];
    } finally {
      await server.stop();
      await baseline.stop();
    }
  },
};
