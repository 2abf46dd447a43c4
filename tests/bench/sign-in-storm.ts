import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { rateOf, sendJson } from './load.ts';
import { type Measurement, percentile, row } from './measure.ts';

const AT_ONCE = 64;
const QUIET_MS = 10_000;
const STORM_MS = 30_000;
const PROBE_EVERY_MS = 20;

/** One account each: more than ten attempts on one account at once would queue. */
const people = Array.from({ length: AT_ONCE }, (_, n) => ({
  email: `storm-${n}@example.com`,
  password: 'peace, be still',
}));

/** Durations of list requests sent every 20 ms without waiting for the previous response. */
async function probe(server: string, forMs: number): Promise<number[]> {
  const url = `${server}${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&limit=10`;
  const latencies: Promise<number>[] = [];
  const stopAt = performance.now() + forMs;
  while (performance.now() < stopAt) {
    const sentAt = performance.now();
    const answered = fetch(url, { headers: { apikey: DEFAULT_ANON_KEY } }).then(async (answer) => {
      await answer.arrayBuffer();
      return performance.now() - sentAt;
    });
    latencies.push(answered);
    await wait(PROBE_EVERY_MS);
  }
  return Promise.all(latencies);
}

export async function signInStorm(): Promise<Measurement[]> {
  const env = { AUTH_RATE_LIMIT: '0', AUTH_AUTOCONFIRM: 'on' };
  await using server = await startServerProcess({ env });
  const auth = server.url + API_PATHS.auth;
  await Promise.all(people.map((person) => sendJson(`${auth}/signup`, person)));
  const signIns = people.map(
    (person) => () => sendJson(`${auth}/token?grant_type=password`, person),
  );
  await probe(server.url, 1_000);
  const quiet = percentile(await probe(server.url, QUIET_MS), 0.99);
  const [latencies, rate] = await Promise.all([
    probe(server.url, STORM_MS),
    rateOf(signIns, STORM_MS / 1_000),
  ]);
  const stormy = percentile(latencies, 0.99);
  return [
    row('sign-in storm: list p99 when quiet', quiet, 'ms'),
    row('sign-in storm: list p99 under 64 sign-ins at once', stormy, 'ms'),
    row('sign-in storm: sign-ins', rate, 'req/s'),
    row('sign-in storm: list p99, storm to quiet', stormy / quiet, '×', { atMost: 5 }),
  ];
}
