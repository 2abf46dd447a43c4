import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { startEmbeddedPostgres } from '#tests/support/databases/embedded-postgres.ts';
import { runSql } from '#tests/support/databases/run-sql.ts';
import { signUpMother } from '#tests/support/mother.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';
import { measureStreams } from './event-streams.ts';
import { load, UNCACHED } from './load.ts';
import { type Bench, interleave, type Measurement, median } from './measure.ts';

const PROCESSES = [1, 2, 4];
const ROUNDS = 4;
const SECONDS = 2;
const MANY_STREAMS = 30_000;
const PASSWORD = 'peace, be still';

const UNLIMITED = {
  STREAMS_PER_ADDRESS: '0',
  AUTH_RATE_LIMIT: '0',
  WRITES_PER_MINUTE: '0',
  AUTH_AUTOCONFIRM: 'on',
};
const LIST = `${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&order=position,id&limit=10`;
const FAVOURITES = `${API_PATHS.tables}/favorites?select=content_id&order=created_at.desc&limit=50`;

/** POST requests per second, sixteen at once; `load` does the same for requests without a body. */
async function postRate(send: (lane: number, n: number) => Promise<Response>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  let done = 0;
  const keepSending = async (_: unknown, lane: number) => {
    while (performance.now() < until) {
      const answer = await send(lane, done);
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      await answer.arrayBuffer();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: 16 }, keepSending));
  return done / SECONDS;
}

const JSON_HEADERS = { apikey: DEFAULT_ANON_KEY, 'Content-Type': 'application/json' };

/** Password sign-ins, each of another user. */
const signIns = (server: ServerProcess, emails: readonly string[]) =>
  postRate((lane) =>
    fetch(`${server.url}${API_PATHS.auth}/token?grant_type=password`, {
      method: 'POST',
      headers: JSON_HEADERS,
      body: JSON.stringify({ email: emails[lane], password: PASSWORD }),
    }),
  );

async function signUp(server: ServerProcess, email: string): Promise<void> {
  const answer = await fetch(`${server.url}${API_PATHS.auth}/signup`, {
    method: 'POST',
    headers: { apikey: DEFAULT_ANON_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`${answer.status} at a sign-up: ${await answer.text()}`);
}

async function measureRates(server: ServerProcess, processes: number): Promise<Measurement[]> {
  const mother = await signUpMother(server);
  const { data } = await mother.client.auth.getSession();
  const userHeaders = {
    apikey: DEFAULT_ANON_KEY,
    Authorization: `Bearer ${data.session?.access_token}`,
  };
  const emails = Array.from({ length: 16 }, (_, n) => `scale-${processes}-${n}@example.org`);
  for (const email of emails) await signUp(server, email);
  const rate = async (path: string, headers: Record<string, string>) =>
    (await load({ url: server.url + path, seconds: SECONDS, headers })).requestsPerSecond;
  const rates = await interleave(ROUNDS, {
    cached: () => rate(LIST, {}),
    uncached: () => rate(LIST, UNCACHED),
    favourites: () => rate(FAVOURITES, userHeaders),
    signIns: () => signIns(server, emails),
    writes: () =>
      postRate((_, n) =>
        fetch(`${server.url}${API_PATHS.tables}/profiles?id=eq.${mother.id}`, {
          method: 'PATCH',
          headers: { ...JSON_HEADERS, ...userHeaders },
          body: JSON.stringify({ username: `Ruth ${n}` }),
        }),
      ),
  });
  const row = (what: string, values: number[]): Measurement => ({
    name: `scale, PostgreSQL, ${processes} at work: ${what}`,
    value: median(values),
    unit: 'req/s',
  });
  return [
    row('public list of 10, nothing changed since', rates.cached),
    row('public list of 10, answers not kept', rates.uncached),
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
