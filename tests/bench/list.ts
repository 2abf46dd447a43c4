import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startBaseline, startWithTracks } from './bench-library.ts';
import { load, UNCACHED } from './load.ts';
import { interleave, type Measurements, median, row } from './measure.ts';

const QUESTIONS = [
  { rows: 10, cached: 2, uncached: 0.3 },
  { rows: 1000, cached: 5, uncached: 0.8 },
];

/** The public list, cached and uncached, compared with bare node:http and one prepared statement. */
export async function* list(): Measurements {
  await using server = await startWithTracks(1000);
  await using baseline = await startBaseline(server.dataDir, import.meta.filename);
  for (const { rows, cached, uncached } of QUESTIONS) {
    const url = `${server.url}${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&order=position,id&limit=${rows}`;
    const results = await interleave(4, {
      bare: () => load({ url: `${baseline.url}/list?limit=${rows}`, seconds: 2 }),
      cached: () => load({ url, seconds: 2 }),
      uncached: () => load({ url, seconds: 2, headers: UNCACHED }),
    });
    const rate = (name: keyof typeof results) =>
      median(results[name].map(({ requestsPerSecond }) => requestsPerSecond));
    const tail = (name: keyof typeof results) => median(results[name].map(({ p99Ms }) => p99Ms));
    const name = `list of ${rows}`;
    yield row(`${name}: bare node:http`, rate('bare'), 'req/s');
    yield row(`${name}: cached`, rate('cached') / rate('bare'), '×', { atLeast: cached });
    yield row(`${name}: p99, cached`, tail('cached') / tail('bare'), '×', { atMost: 1 });
    yield row(`${name}: not cached`, rate('uncached') / rate('bare'), '×', { atLeast: uncached });
  }
}
