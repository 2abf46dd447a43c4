import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { DEFAULT_ANON_KEY } from '#contract/words/public-config.ts';
import type { Figure } from '#tests/tools/reliability-table.ts';
import { openEventReader, type ReadEvent } from './event-reader.ts';
import { type Mother, signUpMother } from './mother.ts';
import { fetchAdminToken, type ServerProcess, signInAsAdmin } from './server-process.ts';

const BATCH = 5;
const MOTHERS = 3;
/** Between a server's being ready and its death. */
const LIFE_MS = { least: 50, most: 900 };
const CATCH_UP_MS = 20_000;
/** Without limits on what one person writes: the writers are few and write as fast as they can. */
export const UNLIMITED = { WRITES_PER_MINUTE: '0', AUTH_RATE_LIMIT: '0' };

export interface DeathFigures {
  /** Writes of all kinds that were answered with success. */
  acknowledged: number;
  /** Of those, not there any more; of an account, that nobody can sign in to. */
  lost: number;
  /** Requests of several rows of which some were kept. */
  half: number;
  /** Events that a reader who came back each time had not once: never, or twice. */
  eventsAmiss: number;
}

const MEASURES = [
  ['lost', 'acknowledged writes that are gone, of ', 'writes'],
  ['half', 'requests of several rows that are there in part', 'requests'],
  ['eventsAmiss', 'events that did not come once to whoever came back each time', 'events'],
] as const;
const rowName = (engine: string, what: string) =>
  `${engine}: the server is killed 200 times under mixed writes (${what})`;

/** Names of the rows of docs/reliability.md. */
export const DEATH_ROWS: readonly string[] = ['SQLite', 'PostgreSQL'].flatMap((engine) =>
  MEASURES.map(([, , unit]) => rowName(engine, unit)),
);

export function figuresOf(engine: string, counted: DeathFigures): Figure[] {
  const total = counted.acknowledged.toLocaleString('en');
  return MEASURES.map(([key, measures, unit]) => ({
    name: rowName(engine, unit),
    measures: key === 'lost' ? `${measures}${total}` : measures,
    unit,
    value: counted[key],
    atMost: 0,
  }));
}

interface Book {
  /** What stands in a row that is overwritten: as far as it was answered, and as far as it was asked for. */
  counters: Map<string, { answered: number; asked: number }>;
  /** Titles of batches, of which the answered ones are whole. */
  batches: Map<string, boolean>;
  accounts: Set<string>;
  /** Of one track, whose changes the readers of events follow. */
  steps: Set<string>;
  acknowledged: number;
}

const eventSchema = z.object({ title: z.string().optional(), description: z.string().nullish() });

/**
 * Mixed writes while the server is killed `deaths` times at random moments and started again, with readers of events who
 * come back with the last id they had. What was answered with success is then looked for.
 */
export async function countDeaths(server: ServerProcess, deaths: number): Promise<DeathFigures> {
  const book: Book = {
    counters: new Map(),
    batches: new Map(),
    accounts: new Set(),
    steps: new Set(),
    acknowledged: 0,
  };
  const asAdmin = await signInAsAdmin(server);
  const mothers = await Promise.all(Array.from({ length: MOTHERS }, () => signUpMother(server)));
  const readers = await Promise.all([followEvents(server), followEvents(server)]);
  let lost = 0;

  for (let death = 0; death < deaths; death += 1) {
    const life = new AbortController();
    const writing = writeUntil(life.signal, { server, book, asAdmin, mothers });
    await wait(LIFE_MS.least + Math.random() * (LIFE_MS.most - LIFE_MS.least));
    const dying = server.restart('SIGKILL');
    life.abort();
    await dying;
    await writing;
    lost += await countStepsBack(book, asAdmin, mothers);
    for (const reader of readers) await reader.comeBack();
  }

  const { half, missing } = await readRest(book, asAdmin, server);
  const eventsAmiss = await countAmiss(readers, book);
  for (const reader of readers) reader.close();
  return { acknowledged: book.acknowledged, lost: lost + missing, half, eventsAmiss };
}

type AsAdmin = Awaited<ReturnType<typeof signInAsAdmin>>;
interface Writers {
  server: ServerProcess;
  book: Book;
  asAdmin: AsAdmin;
  mothers: readonly Mother[];
}

/** Each kind one after the other, all kinds at once; a request that the death cuts off is neither answered nor refused. */
async function writeUntil(end: AbortSignal, { server, book, asAdmin, mothers }: Writers) {
  const repeat = async (write: () => Promise<boolean>) => {
    while (!end.aborted) {
      const isAnswered = await write().catch(() => false);
      if (isAnswered) book.acknowledged += 1;
      else await wait(5);
    }
  };
  const count = (key: string, write: (value: number) => Promise<boolean>) =>
    repeat(async () => {
      const counter = book.counters.get(key) ?? { answered: 0, asked: 0 };
      book.counters.set(key, counter);
      counter.asked += 1;
      const value = counter.asked;
      if (!(await write(value))) return false;
      counter.answered = value;
      return true;
    });

  await Promise.all([
    ...mothers.map(({ id, client }) =>
      count(`position ${id}`, async (position_seconds) => {
        const row = { user_id: id, content_id: 1, position_seconds };
        return !(await client.from('playback_positions').upsert(row)).error;
      }),
    ),
    ...mothers.map(({ id, client }) =>
      count(`name ${id}`, async (value) => {
        const row = { id, username: `name-${value}-${id}` };
        return !(await client.from('profiles').upsert(row)).error;
      }),
    ),
    count('track', async (value) => {
      const body = JSON.stringify({ description: `step ${value}` });
      const { ok } = await asAdmin('/rest/v1/audio_content?id=eq.2', { method: 'PATCH', body });
      if (ok) book.steps.add(`step ${value}`);
      return ok;
    }),
    repeat(async () => {
      const title = `batch ${randomUUID()}`;
      book.batches.set(title, false);
      const body = JSON.stringify(Array.from({ length: BATCH }, () => ({ title, body: 'calm' })));
      const { ok } = await asAdmin('/rest/v1/notifications', { method: 'POST', body });
      book.batches.set(title, ok);
      return ok;
    }),
    repeat(async () => {
      const { email } = await signUpMother(server);
      book.accounts.add(email);
      return true;
    }),
  ]);
}

/** Rows that stand before what was answered. */
async function countStepsBack(book: Book, asAdmin: AsAdmin, mothers: readonly Mother[]) {
  const seen = new Map<string, number>();
  for (const { id, client } of mothers) {
    const { position_seconds } = await readOwn(client, 'playback_positions', 'user_id', id);
    const { username } = await readOwn(client, 'profiles', 'id', id);
    seen.set(`position ${id}`, Number(position_seconds ?? 0));
    seen.set(`name ${id}`, Number(/^name-(\d+)-/.exec(String(username))?.[1] ?? 0));
  }
  const answer = await asAdmin('/rest/v1/audio_content?id=eq.2&select=description');
  const [track] = z.array(eventSchema).parse(await answer.json());
  const step = track?.description;
  seen.set('track', isStep(step) ? Number(step.slice('step '.length)) : 0);
  return [...book.counters].filter(([key, { answered }]) => (seen.get(key) ?? 0) < answered).length;
}

async function readOwn(client: SupabaseClient, table: string, column: string, id: string) {
  const { data, error } = await client.from(table).select('*').eq(column, id).maybeSingle();
  if (error) throw error;
  return z.record(z.string(), z.unknown()).parse(data ?? {});
}

const isStep = (text: unknown): text is string =>
  typeof text === 'string' && /^step \d+$/.test(text);

/** Batches and accounts, which stay where they are and are counted once. */
async function readRest(book: Book, asAdmin: AsAdmin, server: ServerProcess) {
  const kept = new Map<string, number>();
  for (let from = 0; ; from += 1_000) {
    const answer = await asAdmin(
      `/rest/v1/notifications?select=title&title=like.batch*&order=id&limit=1000&offset=${from}`,
    );
    const rows = z.array(z.object({ title: z.string() })).parse(await answer.json());
    for (const { title } of rows) kept.set(title, (kept.get(title) ?? 0) + 1);
    if (rows.length < 1_000) break;
  }
  const answered = [...book.batches].filter(([, isAnswered]) => isAnswered);
  let missing = answered.filter(([title]) => !kept.has(title)).length;
  const half = [...kept.values()].filter((rows) => rows !== BATCH).length;

  for (const email of book.accounts) {
    const client = createClient(server.url, DEFAULT_ANON_KEY, {
      auth: { persistSession: false, autoRefreshToken: false },
    });
    const { data } = await client.auth.signInWithPassword({
      email,
      password: 'the lord is my shepherd',
    });
    if (!data.user) missing += 1;
  }
  return { missing, half };
}

interface Follower {
  /** How often each event came, by what it tells of. */
  seen(): Map<string, number>;
  comeBack(): Promise<void>;
  close(): void;
}

/** As a page does: after each end it goes on from the last id it had. */
async function followEvents(server: ServerProcess): Promise<Follower> {
  const token = await fetchAdminToken(server);
  const url = `${server.url}/realtime/v1/changes?table=audio_content,notifications`;
  const open = (lastId?: number) =>
    openEventReader(url, {
      headers: {
        authorization: `Bearer ${token}`,
        apikey: DEFAULT_ANON_KEY,
        ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
      },
    });
  let reader = await open();
  const all = [reader];
  return {
    seen: () => tally(all.flatMap(({ events }) => events).map(nameOf)),
    async comeBack() {
      await reader.ended;
      reader = await open(reader.lastId());
      all.push(reader);
    },
    close: () => reader.close(),
  };
}

function nameOf({ data }: ReadEvent): string {
  const { title, description } = eventSchema.parse(data.record ?? {});
  return isStep(description) ? description : (title ?? '');
}

function tally(names: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
}

/** After they have had time to catch up; what was never answered may have come or not, but not twice. */
async function countAmiss(readers: readonly Follower[], book: Book): Promise<number> {
  const answered = [...book.batches].flatMap(([title, isAnswered]) => (isAnswered ? [title] : []));
  const timesOf = (name: string) => (isStep(name) ? 1 : BATCH);
  const count = (reader: Follower) => {
    const seen = reader.seen();
    const missing = [...answered, ...book.steps].filter((name) => !seen.has(name));
    const wrong = [...seen].filter(([name, times]) => name !== '' && times !== timesOf(name));
    return missing.length + wrong.length;
  };
  const total = () => readers.reduce((sum, reader) => sum + count(reader), 0);
  const end = performance.now() + CATCH_UP_MS;
  while (total() > 0 && performance.now() < end) await wait(100);
  return total();
}
