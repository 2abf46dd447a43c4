import { setTimeout as wait } from 'node:timers/promises';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { type Bench, percentile } from './measure.ts';

const AT_ONCE = 64;
const QUIET_MS = 10_000;
const STORM_MS = 30_000;
const PROBE_EVERY_MS = 20;

/** One account each: more than ten attempts on one account at once would queue. */
const people = Array.from({ length: AT_ONCE }, (_, n) => ({
  email: `storm-${n}@example.com`,
  password: 'peace, be still',
}));
const headers = { apikey: DEFAULT_ANON_KEY, 'Content-Type': 'application/json' };

async function post(url: string, person: (typeof people)[number]): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(person) });
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${await answer.text()}`);
  await answer.arrayBuffer();
}

/** Durations of list requests sent every 20 ms without waiting for the previous response. */
async function probe(server: string, forMs: number): Promise<number[]> {
  const url = `${server}${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&limit=10`;
  const latencies: Promise<number>[] = [];
  const stopAt = performance.now() + forMs;
  while (performance.now() < stopAt) {
    const sentAt = performance.now();
    const answered = fetch(url, { headers }).then(async (answer) => {
      await answer.arrayBuffer();
      return performance.now() - sentAt;
    });
    latencies.push(answered);
    await wait(PROBE_EVERY_MS);
  }
  return Promise.all(latencies);
}

async function storm(server: string, forMs: number): Promise<number> {
  const stopAt = performance.now() + forMs;
  let signIns = 0;
  const keepSigningIn = async (person: (typeof people)[number]) => {
    while (performance.now() < stopAt) {
      await post(`${server}${API_PATHS.auth}/token?grant_type=password`, person);
      signIns += 1;
    }
  };
  await Promise.all(people.map(keepSigningIn));
  return signIns;
}

export const signInStormBench: Bench = {
  name: 'sign-in-storm',
  async run() {
    const server = await startServerProcess({
      env: { AUTH_RATE_LIMIT: '0', AUTH_AUTOCONFIRM: 'on' },
    });
    try {
      await Promise.all(
        people.map((person) => post(`${server.url}${API_PATHS.auth}/signup`, person)),
      );
      await probe(server.url, 1_000);
      const quiet = percentile(await probe(server.url, QUIET_MS), 0.99);
      const [stormy, signIns] = await Promise.all([
        probe(server.url, STORM_MS).then((latencies) => percentile(latencies, 0.99)),
        storm(server.url, STORM_MS),
      ]);
      return [
        { name: 'sign-in storm: list p99 when quiet', value: quiet, unit: 'ms' },
        { name: 'sign-in storm: list p99 under 64 sign-ins at once', value: stormy, unit: 'ms' },
        { name: 'sign-in storm: sign-ins', value: (signIns / STORM_MS) * 1000, unit: 'req/s' },
        {
          name: 'sign-in storm: list p99, storm to quiet',
          value: stormy / quiet,
          unit: '×',
          budget: { atMost: 5 },
        },
      ];
    } finally {
      await server.stop();
    }
  },
};
