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
import { signUpTestUser, type TestUser } from '#tests/support/test-user.ts';

// Kills and restarts the server while many clients write and event readers reconnect with their last id. Then checks
// that every acknowledged write is stored. DEATHS=200 kills the server 200 times on each engine.
const DEATHS = Number(process.env['DEATHS'] ?? 3);
const TESTED = process.env['DEATHS'] ? ENGINES : (['sqlite'] as const);
const BATCH = 5;
/** Time between a server's readiness and its death. */
const LIFE_MS = { least: 50, most: 900 };

/** Requests of the writers, and their acknowledgements. */
interface Ledger {
  /** Rows that are overwritten with growing values: the last value requested and the last acknowledged. */
  readonly counters: Map<string, { asked: number; acknowledged: number }>;
  /** Names of inserts of several rows, and whether they were acknowledged. */
  readonly batches: Map<string, boolean>;
  /** Acknowledged changes of the track that the readers follow. */
  readonly steps: Set<string>;
}

test.each(TESTED)(
  '[W3] a killed server has kept every acknowledged write, and delivers every event once, on %s',
  async (engine) => {
    const server = await startServerProcess({
      env: {
        WRITES_PER_MINUTE: '0',
        AUTH_RATE_LIMIT: '0',
        ...(engine === 'postgres' && {
          DATABASE_URL: await urlOf(await createEmptyDatabase(engine)),
        }),
      },
    });
    const admin = await signInAsAdmin(server);
    const users = await Promise.all([signUpTestUser(server), signUpTestUser(server)]);
    const readers = await Promise.all([followEvents(server), followEvents(server)]);
    const ledger: Ledger = {
      counters: new Map(),
      batches: new Map(),
      steps: new Set(),
    };

    for (let death = 0; death < DEATHS; death += 1) {
      const life = new AbortController();
      const writing = writeUntil(life.signal, ledger, admin, users);
      await wait(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
      const dying = server.restart('SIGKILL');
      life.abort();
      await dying;
      await writing;
      const values = await readCounters(admin, users);
      for (const [name, { acknowledged }] of ledger.counters) {
        expect(values[name], name).toBeGreaterThanOrEqual(acknowledged);
      }
      for (const reader of readers) await reader.reconnect();
    }

    const acknowledged = [...ledger.batches].flatMap(([title, isDone]) => (isDone ? [title] : []));
    expect(acknowledged.length + ledger.steps.size).toBeGreaterThan(DEATHS);
    const rows = await readBatches(admin);
    expect(acknowledged.filter((title) => !rows.has(title))).toEqual([]);
    expect([...rows].filter(([, count]) => count !== BATCH)).toEqual([]);
    for (const { seen, close } of readers) {
      // An unacknowledged write may have arrived or not, but not twice.
      await expect
        .poll(() => [...acknowledged, ...ledger.steps].filter((name) => !seen().has(name)))
        .toEqual([]);
      const wrong = [...seen()].filter(([name, times]) => times !== (isStep(name) ? 1 : BATCH));
      expect(wrong).toEqual([]);
      close();
    }
    await server.stop('SIGKILL');
  },
  DEATHS * 10_000 + 60_000,
);

type Admin = Awaited<ReturnType<typeof signInAsAdmin>>;

/** Writes of one kind follow one another, all kinds run in parallel; a request that is cut off is not acknowledged. */
async function writeUntil(
  end: AbortSignal,
  ledger: Ledger,
  admin: Admin,
  users: readonly TestUser[],
) {
  const repeat = async (write: () => Promise<unknown>) => {
    while (!end.aborted) await write().catch(() => wait(5));
  };
  const count = (name: string, write: (value: number) => Promise<boolean>) =>
    repeat(async () => {
      const counter = ledger.counters.get(name) ?? { asked: 0, acknowledged: 0 };
      ledger.counters.set(name, counter);
      counter.asked += 1;
      const value = counter.asked;
      if (await write(value)) counter.acknowledged = value;
    });
  await Promise.all([
    ...users.map(({ id, client }) =>
      count(id, async (position_seconds) => {
        const row = { user_id: id, content_id: 1, position_seconds };
        return !(await client.from('playback_positions').upsert(row)).error;
      }),
    ),
    count('track', async (value) => {
      const body = JSON.stringify({ description: `step ${value}` });
      const { ok } = await admin('/rest/v1/audio_content?id=eq.2', { method: 'PATCH', body });
      if (ok) ledger.steps.add(`step ${value}`);
      return ok;
    }),
    repeat(async () => {
      const title = `batch ${randomUUID()}`;
      const body = JSON.stringify(Array.from({ length: BATCH }, () => ({ title, body: 'calm' })));
      ledger.batches.set(title, false);
      const { ok } = await admin('/rest/v1/notifications', { method: 'POST', body });
      ledger.batches.set(title, ok);
    }),
  ]);
}

const isStep = (text: unknown): text is string =>
  typeof text === 'string' && /^step \d+$/.test(text);
const rowSchema = z.object({ title: z.string().optional(), description: z.string().nullish() });

async function readCounters(admin: Admin, users: readonly TestUser[]) {
  const answer = await admin('/rest/v1/audio_content?id=eq.2&select=description');
  const [track] = z.array(rowSchema).parse(await answer.json());
  const values: Record<string, number> = { track: Number(/\d+$/.exec(track?.description ?? '')) };
  for (const { id, client } of users) {
    const { data } = await client.from('playback_positions').select().throwOnError();
    values[id] = Number(data[0]?.position_seconds ?? 0);
  }
  return values;
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
