import fc from 'fast-check';
import { expect, test } from 'vitest';
import { API_PATHS, publicObjectPath } from '#contract/constants/pages/paths.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { ENGINES, insertRows } from '#tests/support/databases/create-test-db.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { send } from '#tests/support/servers/send.ts';
import { fetchAdminToken, signUp } from '#tests/support/sign-in.ts';
import { PLANTED, question } from '#tests/support/table-questions.ts';

// HOSTILE_REQUESTS=100000 sends more requests. Another HOSTILE_SEED sends other requests; the same seed repeats them.
const REQUESTS = Number(process.env['HOSTILE_REQUESTS'] ?? 1200);
const SEED = Number(process.env['HOSTILE_SEED'] ?? 22);
/** A slower response fails the test. */
const SLOW_MS = 10_000;
const { tables, auth, admin, changes } = API_PATHS;

interface HostileRequest {
  readonly as: 'anon' | 'attacker' | 'admin' | 'forged';
  readonly path: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const pick = fc.constantFrom;
const reads = fc.record({
  as: pick('anon', 'attacker', 'attacker', 'attacker', 'admin', 'forged'),
  path: question.map((asked) => tables + asked),
  method: pick('GET', 'GET', 'GET', 'HEAD'),
  headers: pick<Record<string, string>>({}, { Accept: 'text/csv' }, { Prefer: 'count=exact' }),
});

/** Endpoints other than tables: sign-in, user data, recordings, streams, the admin's. */
const othersOf = (email: string, other: string) =>
  fc.oneof(
    fc.record({
      as: pick('anon', 'attacker', 'admin', 'forged'),
      path: pick(
        ...[
          `${auth}/user`,
          `${auth}/settings`,
          '/account-data',
          '/healthz',
          '/readyz',
          `${tables}/x`,
        ],
        ...[`${changes}?table=audio_content`, `${changes}?table=favorites,support_tickets`],
        ...['/dashboard', '/switches', '/newsletter.csv', `/people/${other}/counts`].map(
          (path) => admin + path,
        ),
      ),
      headers: pick<Record<string, string>>({ 'Last-Event-ID': '0' }, { Range: 'bytes=-1' }),
    }),
    fc.string().map((name) => ({
      as: 'anon' as const,
      path: publicObjectPath('audio', encodeURIComponent(name)),
    })),
    fc
      .string()
      .chain((text) =>
        pick<[path: string, body: object]>(
          [`${auth}/token?grant_type=password`, { email, password: text }],
          [`${auth}/token?grant_type=refresh_token`, { refresh_token: text }],
          [API_PATHS.newsletter, { email: text }],
        ),
      )
      .map(([path, body]) => ({ as: 'anon' as const, path, body })),
  );

/** The text of a response. An event stream never ends, so it is read for 100 ms only. */
async function readText({ body, headers }: Response): Promise<string> {
  const isStream = headers.get('content-type')?.startsWith('text/event-stream');
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (isStream) setTimeout(() => void reader?.cancel(), 100);
  let text = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += part.value;
  }
  return text;
}

// Arbitrary writes: tests/contract/tables/hostile.test.ts; expensive requests: expensive-input.test.ts there.
test.each(ENGINES)(
  '[Q1] [Q2] [Q3] mostly valid requests of all roles at once cause no 5xx, delay no one for long and reveal no one else’s data, on %s',
  async (engine) => {
    const audio_content = Array.from({ length: 12 }, () => buildTrack());
    const server = await createTestServer({ engine, rows: { audio_content } });
    const { email, session } = await signUp(server);
    const { user: other } = await signUp(server);
    await insertRows(server.db, {
      profiles: [{ id: other.id, username: PLANTED }],
      support_tickets: [{ user_id: other.id, subject: PLANTED, message: PLANTED }],
      favorites: [{ user_id: other.id, content_id: 2 }],
    });
    const bearers = {
      anon: undefined,
      attacker: session.access_token,
      admin: await fetchAdminToken(server),
      forged: `${session.access_token.slice(0, -6)}AAAAAA`,
    };
    const hostile: fc.Arbitrary<HostileRequest> = fc.oneof(
      { arbitrary: reads, weight: 2 },
      { arbitrary: othersOf(email, other.id), weight: 1 },
    );
    const waiting = fc.sample(hostile, { numRuns: REQUESTS, seed: SEED });
    const findings: string[] = [];
    let succeeded = 0;
    const sendAll = async () => {
      for (let asked = waiting.pop(); asked; asked = waiting.pop()) {
        const { as, path, ...call } = asked;
        const began = performance.now();
        const answer = await send(server, path, { bearer: bearers[as], ...call });
        const text = await readText(answer);
        const what = `${answer.status} ${as} ${call.method ?? ''} ${path.slice(0, 300)}`;
        if (answer.status >= 500) findings.push(what);
        if (performance.now() - began > SLOW_MS) findings.push(`slow: ${what}`);
        if (as !== 'admin' && text.includes(PLANTED)) findings.push(`reveals: ${what}`);
        if (answer.status < 400) succeeded += 1;
      }
    };
    await Promise.all(Array.from({ length: 8 }, sendAll));
    expect(findings).toEqual([]);
    // With fewer successes, too few requests would reach the database.
    expect(succeeded / REQUESTS).toBeGreaterThan(1 / 3);
  },
  REQUESTS * 200,
);
