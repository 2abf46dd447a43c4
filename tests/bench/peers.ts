import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { freePort } from '#tests/support/servers/free-port.ts';
import { copySeededData, startServerProcess } from '#tests/support/servers/server-process.ts';
import { growLibrary } from './bench-library.ts';
import { load, postJson, UNCACHED } from './load.ts';
import { interleave, type Measurements, median, row } from './measure.ts';

const ROUNDS = 4;

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
const OWNER = { identity: 'owner@example.org', password: 'still waters run deep' };
const password = 'peace, be still';
const emails = Array.from({ length: 16 }, (_, n) => `peer-${n}@example.org`);

/** PocketBase with these users and the same rows as our list, also readable anonymously. */
async function startPocketBase(program: string, rows: z.infer<typeof rowsSchema>) {
  const dir = mkdtempSync(join(tmpdir(), 'cradlesong-peer-'));
  // Migrations would be written beside the data folder and apply to the next run too.
  const places = ['--dev=false', '--automigrate=false', '--dir', dir];
  await startProcess(program, ['superuser', 'upsert', OWNER.identity, OWNER.password, ...places])
    // This command prints no address and exits when it is done.
    .catch(() => undefined);
  const address = `127.0.0.1:${await freePort()}`;
  const server = await startProcess(program, ['serve', '--http', address, ...places]);
  const collections = `${server.url}/api/collections`;
  const owner = await postJson(`${collections}/_superusers/auth-with-password`, OWNER);
  const Authorization = z.object({ token: z.string() }).parse(owner).token;
  const asOwner = (path: string, body: object) =>
    postJson(`${collections}${path}`, body, { Authorization });
  const fields = Object.entries(COLUMNS).map(([name, type]) => ({ name, type }));
  await asOwner('', { name: 'tracks', type: 'base', listRule: '', fields });
  for (const row of rows) await asOwner('/tracks/records', row);
  for (const email of emails) {
    await asOwner('/users/records', { email, password, passwordConfirm: password });
  }
  return {
    list: `${collections}/tracks/records?sort=position&skipTotal=1`,
    signIn: {
      url: `${collections}/users/auth-with-password`,
      bodies: emails.map((identity) => ({ identity, password })),
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

async function startOurs() {
  const dataDir = await copySeededData();
  await growLibrary(dataDir, 1_000);
  const env = { AUTH_RATE_LIMIT: '0', AUTH_AUTOCONFIRM: 'on' };
  const server = await startServerProcess({ dataDir, env });
  const auth = server.url + API_PATHS.auth;
  const bodies = emails.map((email) => ({ email, password }));
  for (const body of bodies) await postJson(`${auth}/signup`, body);
  return {
    list: `${server.url}${API_PATHS.tables}/audio_content?select=${Object.keys(COLUMNS)}&enabled=eq.true&order=position`,
    signIn: { url: `${auth}/token?grant_type=password`, bodies },
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  };
}

const rate = (request: Omit<Parameters<typeof load>[0], 'seconds'>) => async () =>
  (await load({ ...request, seconds: 2 })).requestsPerSecond;

/** Compares lists, search and sign-in with PocketBase's; each server gets the requests of its own client. */
export async function* peers(): Measurements {
  const program = process.env['POCKETBASE'];
  if (!program) {
    console.log('peers: no PocketBase (POCKETBASE=/path/to/it), skipped');
    return;
  }
  await using ours = await startOurs();
  const answer = await fetch(`${ours.list}&limit=1000`, { headers: { apikey: DEFAULT_ANON_KEY } });
  await using theirs = await startPocketBase(program, rowsSchema.parse(await answer.json()));
  const lists = (our: string, their: string) => ({
    ours: rate({ url: ours.list + our }),
    'ours, not cached': rate({ url: ours.list + our, headers: UNCACHED }),
    theirs: rate({ url: theirs.list + their }),
  });
  const questions = {
    'list of 10': lists('&limit=10', '&filter=enabled%3Dtrue&perPage=10'),
    'list of 1000': lists('&limit=1000', '&filter=enabled%3Dtrue&perPage=1000'),
    search: lists(
      '&title=ilike.*itation%2077*&limit=10',
      '&filter=enabled%3Dtrue%26%26title~%22itation%2077%22&perPage=10',
    ),
    'sign-in': { ours: rate(ours.signIn), theirs: rate(theirs.signIn) },
  };
  for (const [question, variants] of Object.entries(questions)) {
    const rates = await interleave<string, number>(ROUNDS, { ...variants });
    const { theirs: base = [], ...others } = rates;
    yield row(`peers: ${question}, PocketBase`, median(base), 'req/s');
    for (const [variant, values] of Object.entries(others)) {
      const budget = variant === 'ours' ? { atLeast: 2 } : undefined;
      yield row(`peers: ${question}, ${variant}`, median(values) / median(base), '×', budget);
    }
  }
}
