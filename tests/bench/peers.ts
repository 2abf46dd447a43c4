import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { type RunningProcess, startProcess } from '#tests/support/servers/child-process.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { startWithTracks } from './bench-library.ts';
import { load, rateOf, sendJson, UNCACHED } from './load.ts';
import { type Bench, interleave, type Measurement, median } from './measure.ts';

/** Alternatives to this server; each is measured if it is installed. */
const POCKETBASE = process.env['POCKETBASE'];
const GOTRUE_URL = process.env['GOTRUE_URL'];

const ROUNDS = 4;
const SECONDS = 2;
const TWICE_AS_FAST = { atLeast: 2 };

/** Columns of a track as PocketBase types; both servers hold the same rows. */
const COLUMNS = {
  title: 'text',
  category: 'text',
  description: 'text',
  transcript: 'text',
  audio_url: 'text',
  image_url: 'text',
  kind: 'text',
  duration: 'number',
  position: 'number',
  enabled: 'bool',
  featured: 'bool',
  is_premium: 'bool',
} as const;
const rowsSchema = z.array(z.record(z.string(), z.unknown()));
const tokenSchema = z.object({ token: z.string() });
const OWNER = { identity: 'owner@example.org', password: 'still waters run deep' };

/** PocketBase with the same rows as our list, also readable anonymously. */
async function startPocketBase(
  program: string,
  rows: z.infer<typeof rowsSchema>,
): Promise<RunningProcess> {
  const dir = mkdtempSync(join(tmpdir(), 'cradlesong-peer-'));
  // Migrations would be written beside the data folder and apply to the next run too.
  const places = ['--dev=false', '--automigrate=false', '--dir', dir];
  await startProcess(program, ['superuser', 'upsert', OWNER.identity, OWNER.password, ...places])
    // This command prints no address and exits when it is done.
    .catch(() => undefined);
  const server = await startProcess(program, [
    'serve',
    '--http',
    `127.0.0.1:${await freePort()}`,
    ...places,
  ]);
  const { token } = tokenSchema.parse(
    await sendJson(`${server.url}/api/collections/_superusers/auth-with-password`, OWNER),
  );
  const asOwner = { headers: { Authorization: token } };
  const fields = Object.entries(COLUMNS).map(([name, type]) => ({ name, type }));
  const collection = { name: 'tracks', type: 'base', listRule: '', fields };
  await sendJson(`${server.url}/api/collections`, collection, asOwner);
  for (const row of rows) {
    await sendJson(`${server.url}/api/collections/tracks/records`, row, asOwner);
  }
  return {
    ...server,
    async stop(signal) {
      await server.stop(signal);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Our lists beside PocketBase's of the same rows, each with its own client's request. */
async function measureLists(program: string): Promise<Measurement[]> {
  const ours = await startWithTracks(1000);
  const columns = Object.keys(COLUMNS).join(',');
  const listOf = (rows: number) =>
    `${ours.url}${API_PATHS.tables}/audio_content?select=${columns}&enabled=eq.true&order=position&limit=${rows}`;
  const answer = await fetch(listOf(1000), { headers: { apikey: DEFAULT_ANON_KEY } });
  const theirs = await startPocketBase(program, rowsSchema.parse(await answer.json()));
  try {
    const measured: Measurement[] = [];
    for (const rows of [10, 1000]) {
      const theirList = `${theirs.url}/api/collections/tracks/records?filter=enabled%3Dtrue&sort=position&perPage=${rows}&skipTotal=1`;
      const { cached, uncached, peer } = await interleave(ROUNDS, {
        cached: () => load({ url: listOf(rows), seconds: SECONDS }),
        uncached: () => load({ url: listOf(rows), seconds: SECONDS, headers: UNCACHED }),
        peer: () => load({ url: theirList, seconds: SECONDS }),
      });
      const rate = (results: { requestsPerSecond: number }[]) =>
        median(results.map(({ requestsPerSecond }) => requestsPerSecond));
      const base = rate(peer);
      measured.push(
        { name: `peers: list of ${rows}, PocketBase`, value: base, unit: 'req/s' },
        {
          name: `peers: list of ${rows}, cached`,
          value: rate(cached) / base,
          unit: '×',
          budget: TWICE_AS_FAST,
        },
        {
          name: `peers: list of ${rows}, not cached`,
          value: rate(uncached) / base,
          unit: '×',
        },
      );
    }
    return measured;
  } finally {
    await ours.stop();
    await theirs.stop();
  }
}

const USERS = 16;

const sessionSchema = z.object({ access_token: z.string(), refresh_token: z.string() });

/** The frequent calls of one user's client to the server at this address. */
async function createPerson(auth: string, n: number) {
  const person = { email: `peer-${n}@example.org`, password: 'peace, be still' };
  const signIn = async () =>
    sessionSchema.parse(await sendJson(`${auth}/token?grant_type=password`, person));
  // The account may exist from an earlier measurement.
  await sendJson(`${auth}/signup`, person).catch(() => undefined);
  let { access_token, refresh_token } = await signIn();
  return {
    'sign-in': async () => void (await signIn()),
    refresh: async () => {
      const next = await sendJson(`${auth}/token?grant_type=refresh_token`, { refresh_token });
      ({ access_token, refresh_token } = sessionSchema.parse(next));
    },
    'GET /user': async () => {
      const headers = { apikey: DEFAULT_ANON_KEY, Authorization: `Bearer ${access_token}` };
      const answer = await fetch(`${auth}/user`, { headers });
      if (!answer.ok) throw new Error(`${answer.status} from ${auth}/user`);
      await answer.arrayBuffer();
    },
  };
}

const createPeople = (auth: string) =>
  Promise.all(Array.from({ length: USERS }, (_, n) => createPerson(auth, n)));

/** Sessions compared with a GoTrue that confirms automatically, without rate limits or captcha. */
async function measureSessions(theirUrl: string): Promise<Measurement[]> {
  const server = await startServerProcess({
    env: { AUTH_RATE_LIMIT: '0', AUTH_AUTOCONFIRM: 'on' },
  });
  try {
    const ours = await createPeople(`${server.url}${API_PATHS.auth}`);
    const theirs = await createPeople(theirUrl);
    const measured: Measurement[] = [];
    for (const name of ['sign-in', 'refresh', 'GET /user'] as const) {
      const rates = await interleave(ROUNDS, {
        ours: () =>
          rateOf(
            ours.map((person) => person[name]),
            SECONDS,
          ),
        theirs: () =>
          rateOf(
            theirs.map((person) => person[name]),
            SECONDS,
          ),
      });
      const base = median(rates.theirs);
      measured.push(
        { name: `peers: ${name}, GoTrue`, value: base, unit: 'req/s' },
        {
          name: `peers: ${name}`,
          value: median(rates.ours) / base,
          unit: '×',
          budget: TWICE_AS_FAST,
        },
      );
    }
    return measured;
  } finally {
    await server.stop();
  }
}

export const peersBench: Bench = {
  name: 'peers',
  async run() {
    if (!POCKETBASE) console.log('peers: no PocketBase (POCKETBASE=/path/to/it), skipped');
    if (!GOTRUE_URL) console.log('peers: no GoTrue (GOTRUE_URL=http://…), skipped');
    return [
      ...(POCKETBASE ? await measureLists(POCKETBASE) : []),
      ...(GOTRUE_URL ? await measureSessions(GOTRUE_URL) : []),
    ];
  },
};
