import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { load, postJson } from './load.ts';
import { type Measurements, row } from './measure.ts';

const AT_ONCE = 64;
const QUIET_SECONDS = 10;
const STORM_SECONDS = 30;

/** One account each: more than ten attempts on one account at once would queue. */
const people = Array.from({ length: AT_ONCE }, (_, n) => ({
  email: `storm-${n}@example.com`,
  password: 'peace, be still',
}));

/** Do list requests, fifty a second, stay fast while users sign in? */
export async function* signInStorm(): Measurements {
  const env = { AUTH_RATE_LIMIT: '0', AUTH_AUTOCONFIRM: 'on' };
  await using server = await startServerProcess({ env });
  const auth = server.url + API_PATHS.auth;
  await Promise.all(people.map((person) => postJson(`${auth}/signup`, person)));
  const url = `${server.url}${API_PATHS.tables}/audio_content?select=*&enabled=eq.true&limit=10`;
  const probe = (seconds: number) => load({ url, seconds, rate: 50 });
  await probe(1);
  const quiet = await probe(QUIET_SECONDS);
  yield row('sign-in storm: list p99 when quiet', quiet.p99Ms, 'ms');
  const [stormy, signIns] = await Promise.all([
    probe(STORM_SECONDS),
    load({ url: `${auth}/token?grant_type=password`, seconds: STORM_SECONDS, bodies: people }),
  ]);
  yield row('sign-in storm: list p99 under 64 sign-ins at once', stormy.p99Ms, 'ms');
  yield row('sign-in storm: sign-ins', signIns.requestsPerSecond, 'req/s');
  yield row('sign-in storm: list p99, storm to quiet', stormy.p99Ms / quiet.p99Ms, '×', {
    atMost: 5,
  });
}
