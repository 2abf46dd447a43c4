import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createEmptyDatabase, ENGINES, urlOf } from '#tests/support/databases/create-test-db.ts';
import { openEventReader } from '#tests/support/servers/event-reader.ts';
import {
  fetchAdminToken,
  type ServerProcess,
  signInAsAdmin,
  startServerProcess,
} from '#tests/support/servers/server-process.ts';

// Kills and restarts the server while clients write and event readers reconnect with their last id. Then checks that
// every acknowledged write is stored. DEATHS=200 kills the server 200 times on each engine.
const DEATHS = Number(process.env['DEATHS'] ?? 3);
const TESTED = process.env['DEATHS'] ? ENGINES : (['sqlite'] as const);
const BATCH = 5;
const WRITERS = 3;
/** Time between a server's readiness and its death. */
const LIFE_MS = { least: 50, most: 900 };

/** Requests of the writers, and their acknowledgements. */
interface Ledger {
  /** Titles of acknowledged inserts of several rows. */
  readonly batches: string[];
  /** One row is overwritten with growing values: `lastStep` was requested last, `steps` are acknowledged. */
  lastStep: number;
  readonly steps: number[];
}

test.each(TESTED)(
  '[W3] a killed server has kept every acknowledged write, and delivers every event once, on %s',
  async (engine) => {
    const server = await startServerProcess({
      env: {
        AUTH_RATE_LIMIT: '0',
        ...(engine === 'postgres' && {
          DATABASE_URL: await urlOf(await createEmptyDatabase(engine)),
        }),
      },
    });
    const admin = await signInAsAdmin(server);
    const readers = await Promise.all([followEvents(server), followEvents(server)]);
    const ledger: Ledger = { batches: [], lastStep: 0, steps: [] };

    for (let death = 0; death < DEATHS; death += 1) {
      const life = new AbortController();
      const writing = writeUntil(life.signal, ledger, admin);
      await wait(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
      const dying = server.restart('SIGKILL');
      life.abort();
      await dying;
      await writing;
      expect(await readStep(admin)).toBeGreaterThanOrEqual(ledger.steps.at(-1) ?? 0);
      for (const reader of readers) await reader.reconnect();
    }

    const acknowledged = [...ledger.batches, ...ledger.steps.map((step) => `step ${step}`)];
    expect(acknowledged.length).toBeGreaterThan(DEATHS);
    const rows = await readBatches(admin);
    expect(ledger.batches.filter((title) => !rows.has(title))).toEqual([]);
    expect([...rows].filter(([, count]) => count !== BATCH)).toEqual([]);
    for (const { seen, close } of readers) {
      // An unacknowledged write may have arrived or not, but not twice.
      await expect.poll(() => acknowledged.filter((name) => !seen().has(name))).toEqual([]);
      const wrong = [...seen()].filter(([name, times]) => times !== (isStep(name) ? 1 : BATCH));
      expect(wrong).toEqual([]);
      close();
    }
    await server.stop('SIGKILL');
  },
  DEATHS * 10_000 + 60_000,
);

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>;

/** Each writer sends one request at a time; a request that is cut off is not acknowledged. */
async function writeUntil(end: AbortSignal, ledger: Ledger, admin: Admin) {
  const repeat = async (write: () => Promise<unknown>) => {
    while (!end.aborted) await write().catch(() => wait(5));
  };
  const overwrite = async () => {
    ledger.lastStep += 1;
    const step = ledger.lastStep;
    const body = JSON.stringify({ description: `step ${step}` });
    const { ok } = await admin('/rest/v1/audio_content?id=eq.2', { method: 'PATCH', body });
    if (ok) ledger.steps.push(step);
  };
  const insert = async () => {
    const title = `batch ${randomUUID()}`;
    const body = JSON.stringify(Array.from({ length: BATCH }, () => ({ title, body: 'calm' })));
    const { ok } = await admin('/rest/v1/notifications', { method: 'POST', body });
    if (ok) ledger.batches.push(title);
  };
  const inserting = Array.from({ length: WRITERS }, () => repeat(insert));
  await Promise.all([repeat(overwrite), ...inserting]);
}

const isStep = (text: unknown): text is string =>
  typeof text === 'string' && /^step \d+$/.test(text);
const rowSchema = z.object({ title: z.string().optional(), description: z.string().nullish() });

async function readStep(admin: Admin): Promise<number> {
  const answer = await admin('/rest/v1/audio_content?id=eq.2&select=description');
  const [track] = z.array(rowSchema).parse(await answer.json());
  return Number(/\d+$/.exec(track?.description ?? ''));
}

/** Number of stored rows by title. */
async function readBatches(admin: Admin): Promise<Map<string, number>> {
  const titles: string[] = [];
  for (let page: string[] = [''], from = 0; page.length > 0; from += page.length) {
    const answer = await admin(
      `/rest/v1/notifications?select=title&title=like.batch*&order=id&limit=1000&offset=${from}`,
    );
    const rows = z.array(z.object({ title: z.string() })).parse(await answer.json());
    page = rows.map(({ title }) => title);
    titles.push(...page);
  }
  return tally(titles);
}

function tally(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** Resumes from the last id after each disconnect, as a page does. */
async function followEvents(server: ServerProcess) {
  const token = await fetchAdminToken(server);
  const open = (lastId?: number) =>
    openEventReader(`${server.url}/realtime/v1/changes?table=audio_content,notifications`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
      },
    });
  let reader = await open();
  const all = [reader];
  return {
    /** Number of deliveries by row. */
    seen: () => {
      const rows = all
        .flatMap(({ events }) => events)
        .map(({ data }) => rowSchema.parse(data.record ?? {}));
      const names = rows.map(({ title, description }) =>
        isStep(description) ? description : title,
      );
      return tally(names.filter((name) => name !== undefined));
    },
    async reconnect() {
      await reader.ended;
      reader = await open(reader.lastId());
      all.push(reader);
    },
    close: () => reader.close(),
  };
}
