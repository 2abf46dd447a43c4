import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { openDatabase } from '#db/open.ts';
import { startEmbeddedPostgres } from '#tests/support/databases/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';
import { type SmtpSink, startSmtpSink } from '#tests/support/servers/smtp-sink.ts';

let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtpSink();
});
afterEach(() => sink.close());

const running: ServerProcess[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function start(databaseUrl?: string): Promise<ServerProcess> {
  const server = await startServerProcess({
    env: {
      SMTP_URL: sink.url,
      AUTH_RATE_LIMIT: '0',
      JWT_SECRET: 'one secret for all machines of an installation',
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  running.push(server);
  return server;
}

async function signUp(server: ServerProcess, email: string): Promise<void> {
  const answer = await fetch(`${server.url}${API_PATHS.auth}/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', apikey: DEFAULT_ANON_KEY },
    body: JSON.stringify({ email, password: 'the lord is my shepherd' }),
  });
  expect(answer.status).toBe(200);
}

type Place = { file: string } | { url: string };

async function inDatabase<T>(
  place: Place,
  work: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(place);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Simulates the two minutes after which the claim of a killed process ends. */
const passLease = (place: Place, holder?: string) =>
  inDatabase(place, ({ kysely }) =>
    sql`update waiting_mails set held_until = ${new Date(Date.now() - 1_000).toISOString()}
      where ${holder === undefined ? sql`true` : sql`holder = ${holder}`}`.execute(kysely),
  );

const countRows = (place: Place) =>
  inDatabase(place, async ({ kysely }) => {
    const rows = await kysely.selectFrom('waiting_mails').select('id').execute();
    return rows.length;
  });

const recipients = () => sink.received.map(({ to }) => to).sort();

test('on SQLite a queued mail is sent although the server is killed before the mail server has accepted it', async () => {
  const server = await start();
  const place = { file: join(server.dataDir, 'cradlesong.sqlite') };
  sink.hold();
  await signUp(server, 'ruth@example.com');
  await expect.poll(() => sink.waiting()).toBe(1);
  await server.stop('SIGKILL');
  expect(await countRows(place)).toBe(1);
  await expect.poll(() => sink.waiting()).toBe(0);
  await passLease(place);
  sink.acceptAll();
  await server.restart();
  await expect.poll(recipients, { timeout: 15_000 }).toEqual(['ruth@example.com']);
  expect(sink.received[0]?.links[0]).toContain('/auth/v1/verify?token=');
  await expect.poll(() => countRows(place)).toBe(0);
});

test('each mail is sent once when one of two servers on one PostgreSQL is killed', async () => {
  const postgres = await startEmbeddedPostgres();
  onTestFinished(() => postgres.stop());
  const url = `${postgres.url}/postgres`;
  const servers = [await start(url), await start(url)] as const;
  sink.hold();
  const addresses = Array.from({ length: 10 }, (_, at) => `mother-${at}@example.com`);
  for (const email of addresses.slice(0, 5)) await signUp(servers[0], email);
  const [first] = await inDatabase({ url }, ({ kysely }) =>
    kysely.selectFrom('waiting_mails').select('holder').distinct().execute(),
  );
  for (const email of addresses.slice(5)) await signUp(servers[1], email);
  await expect.poll(() => sink.waiting()).toBe(10);
  await servers[0].stop('SIGKILL');
  await expect.poll(() => sink.waiting()).toBe(5);
  await passLease({ url }, first?.holder);
  sink.acceptAll();
  await expect.poll(recipients, { timeout: 25_000 }).toEqual(addresses);
  await expect.poll(() => countRows({ url })).toBe(0);
  expect(recipients()).toEqual(addresses);
});
