import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startBaseline, startWithTracks } from './bench-library.ts';
import { type LoadResult, load, UNCACHED } from './load.ts';
import { interleave, type Measurement, median, row } from './measure.ts';

const SECONDS = 2;

const rates = (results: LoadResult[]) => results.map(({ requestsPerSecond }) => requestsPerSecond);
const tails = (results: LoadResult[]) => results.map(({ p99Ms }) => p99Ms);

/** The public list, cached and uncached, compared with bare node:http and one prepared statement. */
export async function list(): Promise<Measurement[]> {
  await using server = await startWithTracks(1000);
  await using baseline = await startBaseline(server.dataDir, import.meta.filename);
  const compare = async (rows: number, atLeast: { cached: number; uncached: number }) => {
    const url = `${server.url}${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&order=position,id&limit=${rows}`;
    const { bare, cached, uncached } = await interleave(4, {
      bare: () => load({ url: `${baseline.url}/list?limit=${rows}`, seconds: SECONDS }),
      cached: () => load({ url, seconds: SECONDS }),
      uncached: () => load({ url, seconds: SECONDS, headers: UNCACHED }),
    });
    const base = median(rates(bare));
    const name = `list of ${rows}`;
    const tail = median(tails(cached)) / median(tails(bare));
    return [
      row(`${name}: bare node:http`, base, 'req/s'),
      row(`${name}: cached`, median(rates(cached)) / base, '×', { atLeast: atLeast.cached }),
      row(`${name}: p99, cached`, tail, '×', { atMost: 1 }),
      row(`${name}: not cached`, median(rates(uncached)) / base, '×', {
        atLeast: atLeast.uncached,
      }),
    ];
  };
  return [
    ...(await compare(10, { cached: 2, uncached: 0.3 })),
    ...(await compare(1000, { cached: 5, uncached: 0.8 })),
  ];
}
