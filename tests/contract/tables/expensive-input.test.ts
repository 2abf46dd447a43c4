import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { openDatabase } from '#db/open.ts';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { enterInvitedBy } from '#tests/support/admin-people.ts';
import { insertRows } from '#tests/support/databases/create-test-db.ts';
import { EXPENSIVE_FILES, type ExpensiveFile, isForUsers } from '#tests/support/expensive-files.ts';
import {
  EXPENSIVE_REQUESTS,
  type ExpensiveRequest,
  type Sender,
} from '#tests/support/expensive-input.ts';
import { callAuth, createAddress, PASSWORD } from '#tests/support/servers/auth-call.ts';
import { type RunningProcess, startProcess } from '#tests/support/servers/child-process.ts';
import { type HealthWatch, watchHealth } from '#tests/support/servers/health-watch.ts';
import { fetchAdminToken } from '#tests/support/servers/server-process.ts';
import {
  createDataDir,
  environmentOf,
  SERVER_ENTRY,
} from '#tests/support/servers/source-server.ts';

/** Limit for a health check while the server parses a request. */
const LONGEST_MS = 250;
/** Load on the machine causes a single delay; a blocking parser causes one every time. */
const TRIES = 4;

let server: RunningProcess;
let health: HealthWatch;
let userId: string;
const bearers: Partial<Record<Sender, string>> = {};

beforeAll(async () => {
  const DATA_DIR = await createDataDir();
  const db = await openDatabase({ file: join(DATA_DIR, 'cradlesong.sqlite') });
  const transcript = 'Be still, and know that I am God. '.repeat(3_000);
  await insertRows(db, {
    audio_content: Array.from({ length: 20 }, () => buildTrack({ transcript })),
  });
  await db.close();
  const settings = { DATA_DIR, LOG_LEVEL: 'error', AUTH_RATE_LIMIT: '0' };
  server = await startProcess(process.execPath, [SERVER_ENTRY], environmentOf(settings));
  const person = { email: createAddress(), password: PASSWORD };
  const { body: session } = await callAuth(server, '/signup', { body: person });
  bearers.user = session.access_token;
  userId = session.user.id;
  const owner = await fetchAdminToken(server);
  bearers.admin = owner;
  bearers.editor = (await enterInvitedBy(owner, server, 'editor')).token;
  health = await watchHealth(server.url + API_PATHS.health);
});
afterAll(async () => {
  health.stop();
  await server.stop('SIGKILL');
});

/** The status, or 0 if the server closed the connection; `fetch` would escape parts of the address. */
async function send({ as, method, path, headers, body }: ExpensiveRequest): Promise<number> {
  const bearer = bearers[as];
  const asked = request(server.url, {
    method,
    path,
    headers: { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...headers },
    agent: false,
    timeout: 60_000,
  });
  // The server may respond and close before the body is sent.
  asked.on('error', () => undefined);
  asked.end(body);
  try {
    const [answer] = await once(asked, 'response');
    await text(answer);
    return answer.statusCode;
  } catch {
    return 0;
  }
}

/** Lists the faults of a request: a 5xx other than 503, or a delayed health check. */
async function findFailures(sent: ExpensiveRequest): Promise<string[]> {
  const failures: string[] = [];
  let shortest = Number.POSITIVE_INFINITY;
  for (let round = 0; round < TRIES && shortest > LONGEST_MS; round += 1) {
    await health.take();
    const status = await send(sent);
    shortest = Math.min(shortest, await health.take());
    const isBroken = status >= 500 && status !== 503;
    if (isBroken && round === 0) failures.push(`${status} for ${sent.name}`);
  }
  if (shortest > LONGEST_MS) failures.push(`${Math.round(shortest)} ms for ${sent.name}`);
  return failures;
}

/** Uploads as a user if users may upload such a file, otherwise as an editor: both uploads are inspected alike. */
async function uploadOf(file: ExpensiveFile): Promise<ExpensiveRequest> {
  const body = new Uint8Array(await file.make());
  const upload = (as: Sender, place: string): ExpensiveRequest => ({
    name: `${file.name}: ${file.path} as ${as}`,
    as,
    method: 'POST',
    path: `${API_PATHS.storage}/object/${place}/${file.path}`,
    headers: { 'x-upsert': 'true' },
    body,
  });
  return isForUsers(file, body)
    ? upload('user', `avatars/${userId}`)
    : upload('editor', file.bucket);
}

test.each(EXPENSIVE_FILES)(
  'a file of $name delays no health check: $path',
  async (file) => {
    expect(await findFailures(await uploadOf(file))).toEqual([]);
    const authorization = `Bearer ${bearers.editor}`;
    const me = await fetch(`${server.url}${API_PATHS.auth}/admin/me`, {
      headers: { authorization },
    });
    expect(me.status).toBe(200);
  },
  300_000,
);

test('no body, header or address of any client delays a health check', async () => {
  const failures: string[] = [];
  for (const sent of EXPENSIVE_REQUESTS) failures.push(...(await findFailures(sent)));
  expect(failures).toEqual([]);
  expect((await fetch(server.url + API_PATHS.health)).status).toBe(200);
}, 600_000);
