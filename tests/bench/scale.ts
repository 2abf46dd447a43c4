import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { startEmbeddedPostgres } from '#tests/support/databases/embedded-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import { measureStreams } from './event-streams.ts';
import { load, rateOf, sendJson, UNCACHED } from './load.ts';
import { type Bench, interleave, type Measurement, median } from './measure.ts';

const PROCESSES = [1, 2, 4];
const ROUNDS = 4;
const SECONDS = 2;
const MANY_STREAMS = 30_000;
/** Users who sign in or write at the same time. */
const AT_ONCE = 16;

const UNLIMITED = {
  STREAMS_PER_ADDRESS: '0',
  AUTH_RATE_LIMIT: '0',
  WRITES_PER_MINUTE: '0',
  AUTH_AUTOCONFIRM: 'on',
};
const LIST = `${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&order=position,id&limit=10`;
const FAVOURITES = `${API_PATHS.tables}/favorites?select=content_id&order=created_at.desc&limit=50`;

async function measureRates(server: ServerProcess, processes: number): Promise<Measurement[]> {
  const testUser = await signUpTestUser(server);
  const { data } = await testUser.client.auth.getSession();
  const userHeaders = {
    apikey: DEFAULT_ANON_KEY,
    Authorization: `Bearer ${data.session?.access_token}`,
  };
  const auth = server.url + API_PATHS.auth;
  const people = Array.from({ length: AT_ONCE }, (_, n) => ({
    email: `scale-${processes}-${n}@example.org`,
    password: 'peace, be still',
  }));
  for (const person of people) await sendJson(`${auth}/signup`, person);
  let writes = 0;
  const write = () =>
    sendJson(
      `${server.url}${API_PATHS.tables}/profiles?id=eq.${testUser.id}`,
      { username: `Ruth ${writes++}` },
      { method: 'PATCH', headers: userHeaders },
    );
  const rate = async (path: string, headers: Record<string, string>) =>
    (await load({ url: server.url + path, seconds: SECONDS, headers })).requestsPerSecond;
  const rates = await interleave(ROUNDS, {
    cached: () => rate(LIST, {}),
    uncached: () => rate(LIST, UNCACHED),
    favourites: () => rate(FAVOURITES, userHeaders),
    signIns: () =>
      rateOf(
        people.map((person) => () => sendJson(`${auth}/token?grant_type=password`, person)),
        SECONDS,
      ),
    writes: () => rateOf(Array(AT_ONCE).fill(write), SECONDS),
  });
  const row = (what: string, values: number[]): Measurement => ({
    name: `scale, PostgreSQL, ${processes} processes: ${what}`,
    value: median(values),
    unit: 'req/s',
  });
  return [
    row('public list of 10, cached', rates.cached),
    row('public list of 10, not cached', rates.uncached),
    row('own favourites', rates.favourites),
    row('sign-ins', rates.signIns),
    row('writes of one row, each with its event', rates.writes),
  ];
}

/** Throughput with PostgreSQL on the same machine, by number of processes; docs/scale.md calculates with it. */
export const scaleBench: Bench = {
  name: 'scale',
  async run() {
    const postgres = await startEmbeddedPostgres();
    const dataDir = mkdtempSync(join(tmpdir(), 'cradlesong-scale-'));
    await runSql(postgres.url, 'CREATE DATABASE scale');
    const start = (processes: number) =>
      startServerProcess({
        dataDir,
        env: {
          ...UNLIMITED,
          DATABASE_URL: `${postgres.url}/scale`,
          WEB_CONCURRENCY: String(processes),
        },
      });
    const measured: Measurement[] = [];
    try {
      for (const processes of PROCESSES) {
        const server = await start(processes);
        measured.push(...(await measureRates(server, processes)));
        await server.stop();
      }
      const server = await start(2);
      const streams = { count: MANY_STREAMS, name: 'scale, two processes', atMostKibibytes: 16 };
      measured.push(...(await measureStreams(server, streams)));
      await server.stop();
      return measured;
    } finally {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
};
