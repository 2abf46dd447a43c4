import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { copySeededData, startServerProcess } from '#tests/support/servers/server-process.ts';
import { signUpTestUser } from '#tests/support/test-user.ts';
import {
  growLibrary,
  insertPeopleSql,
  numbers,
  personIdSql,
  runStatements,
} from './bench-library.ts';
import { UNCACHED } from './load.ts';
import { interleave, type Measurements, median, row } from './measure.ts';

const SMALL = 1_000;
const LARGE = 100_000;
const PAGE = 50;
const ROUNDS = 100;
const WARM_UP = 10;
const PUBLIC = `${API_PATHS.tables}/audio_content?select=*&enabled=eq.true`;

const list = (rest: string) => `${PUBLIC}&order=position,id&limit=${PAGE}${rest}`;
const search = (words: string) => {
  const pattern = `"%25${words}%25"`;
  return list(`&or=(title.ilike.${pattern},description.ilike.${pattern})`);
};

/** Each request returns a full page of 50 rows in both libraries. */
const REQUESTS = {
  list: list(''),
  'search, in 50 titles': search('harvest'),
  'search, in every title': search('meditation'),
  'own favourites': `${API_PATHS.tables}/favorites?select=content_id&order=created_at.desc&limit=${PAGE}`,
} as const;

/**
 * A server with this many tracks, 50 of them with a different name, and half as many users with two favourites each;
 * the requesting user has fifty favourites.
 */
async function startWith(tracks: number) {
  const dataDir = await copySeededData();
  await growLibrary(dataDir, tracks);
  const people = tracks / 2;
  const addFavorites = (first: number) =>
    `insert into favorites (user_id, content_id)
     ${numbers(people)} select ${personIdSql('n')}, 2 * n - ${first} from numbers`;
  await runStatements(dataDir, [
    `update audio_content set title = 'Harvest ' || id where id % ${tracks / PAGE} = 0`,
    insertPeopleSql(people),
    addFavorites(0),
    addFavorites(1),
  ]);
  const server = await startServerProcess({ dataDir, env: { AUTH_AUTOCONFIRM: 'on' } });
  const testUser = await signUpTestUser(server);
  const favorites = Array.from({ length: PAGE }, (_, index) => ({
    user_id: testUser.id,
    content_id: (index + 1) * (tracks / PAGE),
  }));
  await testUser.client.from('favorites').insert(favorites).throwOnError();
  const { data } = await testUser.client.auth.getSession();
  return { server, headers: headersOf(data.session?.access_token ?? '') };
}

const headersOf = (token: string) => ({
  ...UNCACHED,
  apikey: DEFAULT_ANON_KEY,
  Authorization: `Bearer ${token}`,
});

type Grown = Awaited<ReturnType<typeof startWith>>;

/** Sends the request as that user and returns the time in milliseconds. */
async function time({ server, headers }: Grown, path: string): Promise<number> {
  const sentAt = performance.now();
  const answer = await fetch(server.url + path, { headers });
  const body = await answer.text();
  const milliseconds = performance.now() - sentAt;
  const rows: unknown = answer.ok ? JSON.parse(body) : undefined;
  if (!Array.isArray(rows) || rows.length !== PAGE) {
    throw new Error(`${answer.status}, not ${PAGE} rows, from ${path}: ${body.slice(0, 200)}`);
  }
  return milliseconds;
}

/** Compares each request on a small library and one with a hundred times as many tracks, alternately and uncached. */
export async function* growth(): Measurements {
  const small = await startWith(SMALL);
  await using _small = small.server;
  const large = await startWith(LARGE);
  await using _large = large.server;
  for (const [name, path] of Object.entries(REQUESTS)) {
    const variants = { small: () => time(small, path), large: () => time(large, path) };
    await interleave(WARM_UP, variants);
    const times = await interleave(ROUNDS, variants);
    const [base, grown] = [median(times.small), median(times.large)];
    yield row(`growth: ${name}, ${SMALL} tracks, p50`, base, 'ms');
    yield row(`growth: ${name}, ${LARGE} tracks, p50`, grown, 'ms');
    yield row(`growth: ${name}, ${LARGE} to ${SMALL}`, grown / base, '×', { atMost: 2 });
  }
}
