import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AppDatabase } from './open.ts';

/** A holder that has not said for so long that it lives is dead, or cut off. */
export const LEASE_MS = 15_000;
const RENEW_MS = 4_000;

export interface Lease {
  /** Aborted when another may have the task by now: whoever works on it stops. */
  readonly lost: AbortSignal;
  /** Also remembers that it was done, where `everyMs` asks for that. */
  finish(): Promise<void>;
  /** Leaves it to whoever comes next. */
  release(): Promise<void>;
}

interface LeaseOptions {
  /** Not again before this time has passed since it was last finished, whoever did it. */
  readonly everyMs?: number;
}

/**
 * The task for one holder among all processes and machines of this database; undefined while another has it
 * or it was done already. Only the database's clock counts: those of machines differ, and jump.
 */
export async function takeLease(
  db: AppDatabase,
  task: string,
  { everyMs }: LeaseOptions = {},
): Promise<Lease | undefined> {
  const holder = randomUUID();
  // By the monotonic clock and from before the question: sooner than the database would say.
  let heldSince = performance.now();
  if (!(await claim(db, task, holder, everyMs))) return undefined;
  const lost = new AbortController();

  const renew = async () => {
    const askedAt = performance.now();
    const isMine = await extend(db, task, holder).catch(() => askedAt - heldSince < LEASE_MS);
    if (!isMine) lost.abort();
    else if (askedAt - heldSince < LEASE_MS) heldSince = askedAt;
  };
  let renewing: Promise<void> | undefined;
  const beat = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    // A database that does not even refuse to answer.
    if (performance.now() - heldSince > LEASE_MS) lost.abort();
  }, RENEW_MS).unref();
  const end = async (isDone: boolean) => {
    clearInterval(beat);
    await renewing;
    await giveUp(db, task, holder, isDone);
  };
  return { lost: lost.signal, finish: () => end(true), release: () => end(false) };
}

/** Which of these tasks somebody has, as far as is known: a holder that died has it until its lease ends. */
export async function findHeldTasks(db: AppDatabase, tasks: readonly string[]): Promise<string[]> {
  const { now, after } = timesOf(db);
  const { rows } = await sql<{ task: string }>`select task from leases
    where held_until > ${now} and held_until <= ${after(LEASE_MS)}`.execute(db.kysely);
  return rows.map(({ task }) => task).filter((task) => tasks.includes(task));
}

/** Of a copy of a database: who held a task when it was made holds none of it. */
export async function forgetLeases(db: AppDatabase): Promise<void> {
  await db.kysely.deleteFrom('leases').execute();
}

/** One statement, so that of two who ask at once one gets it. */
async function claim(db: AppDatabase, task: string, holder: string, everyMs?: number) {
  const { now, after } = timesOf(db);
  // Further ahead than a lease lasts: the database's own clock was put back meanwhile.
  const isFree = sql`(leases.held_until <= ${now} or leases.held_until > ${after(LEASE_MS)})`;
  const isDue =
    everyMs === undefined
      ? sql`true`
      : sql`(leases.done_at is null or leases.done_at <= ${after(-everyMs)} or leases.done_at > ${now})`;
  const { rows } = await sql`
    insert into leases (task, holder, held_until) values (${task}, ${holder}, ${after(LEASE_MS)})
    on conflict (task) do update set holder = excluded.holder, held_until = excluded.held_until
    where ${isFree} and ${isDue} returning task`.execute(db.kysely);
  return rows.length > 0;
}

async function extend(db: AppDatabase, task: string, holder: string): Promise<boolean> {
  const { rows } = await sql`
    update leases set held_until = ${timesOf(db).after(LEASE_MS)}
    where task = ${task} and holder = ${holder} returning task`.execute(db.kysely);
  return rows.length > 0;
}

async function giveUp(db: AppDatabase, task: string, holder: string, isDone: boolean) {
  // PostgreSQL rounds to milliseconds, half of the time upwards: the next one would come before the end.
  const before = timesOf(db).after(-1);
  await sql`
    update leases set held_until = ${before}, done_at = ${isDone ? before : sql`done_at`}
    where task = ${task} and holder = ${holder}`.execute(db.kysely);
}

interface Times {
  readonly now: RawBuilder<unknown>;
  after(ms: number): RawBuilder<unknown>;
}

/** The database's clock. */
export function timesOf({ dialect }: AppDatabase): Times {
  if (dialect === 'postgres') {
    return {
      now: sql`clock_timestamp()`,
      after: (ms) => sql`clock_timestamp() + ${ms}::float8 * interval '1 millisecond'`,
    };
  }
  const form = sql.lit('%Y-%m-%dT%H:%M:%fZ');
  return {
    now: sql`strftime(${form}, 'now')`,
    after: (ms) => sql`strftime(${form}, 'now', ${`${ms / 1000} seconds`})`,
  };
}
