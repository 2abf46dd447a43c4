import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { AppDatabase } from './open.ts';

/** A holder that has not renewed its lease for this long is dead or disconnected. */
export const LEASE_MS = 15_000;
const RENEW_MS = 4_000;
/** PostgreSQL rounds a stored time, so that a new lease may end up to half a millisecond later. */
const LONGEST_MS = LEASE_MS + 1;

export interface Lease {
  /** Aborted when the lease may have passed to another holder: stop working. */
  readonly lost: AbortSignal;
  /** Releases the lease; records the time if `everyMs` is set. */
  finish(): Promise<void>;
  /** Releases the lease without recording the task as done. */
  release(): Promise<void>;
}

interface LeaseOptions {
  /** Minimum interval since the task was last finished, by any holder. */
  readonly everyMs?: number;
}

/**
 * Takes the lease of a task across all processes and machines of this database. Undefined while another process holds
 * it, or if the task was done recently. Uses only the database's clock, because the clocks of machines differ and jump.
 */
export async function acquireLease(
  db: AppDatabase,
  task: string,
  { everyMs }: LeaseOptions = {},
): Promise<Lease | undefined> {
  const holder = randomUUID();
  // Monotonic, and read before the query, so that the lease ends here before it ends in the database.
  let heldSince = performance.now();
  if (!(await claim(db, task, holder, everyMs))) return undefined;
  const lost = new AbortController();

  const renew = async () => {
    const sentAt = performance.now();
    const isStillHeld = await extend(db, task, holder).catch(() => sentAt - heldSince < LEASE_MS);
    if (!isStillHeld) lost.abort();
    else if (sentAt - heldSince < LEASE_MS) heldSince = sentAt;
  };
  let renewing: Promise<void> | undefined;
  const heartbeat = setInterval(() => {
    renewing ??= renew().finally(() => {
      renewing = undefined;
    });
    // The database does not respond at all.
    if (performance.now() - heldSince > LEASE_MS) lost.abort();
  }, RENEW_MS).unref();
  const end = async (isDone: boolean) => {
    clearInterval(heartbeat);
    await renewing;
    await releaseLease(db, task, holder, isDone);
  };
  return { lost: lost.signal, finish: () => end(true), release: () => end(false) };
}

/** Which of these tasks are held; a dead holder counts until its lease ends. */
export async function findHeldTasks(db: AppDatabase, tasks: readonly string[]): Promise<string[]> {
  const { now, after } = timesOf(db);
  const { rows } = await sql<{ task: string }>`select task from leases
    where held_until > ${now} and held_until <= ${after(LONGEST_MS)}`.execute(db.kysely);
  return rows.map(({ task }) => task).filter((task) => tasks.includes(task));
}

/** Deletes leases of killed processes for tasks that are never finished, such as the lock of one upload. */
export async function deleteExpiredLeases(db: AppDatabase, before: string): Promise<void> {
  const old = db.kysely.deleteFrom('leases').where('held_until', '<', before);
  await old.where('done_at', 'is', null).execute();
}

/** Clears all leases in a copy of a database. */
export async function clearLeases(db: AppDatabase): Promise<void> {
  await db.kysely.deleteFrom('leases').execute();
}

/** A single statement, so that only one of two concurrent claims wins. */
async function claim(db: AppDatabase, task: string, holder: string, everyMs?: number) {
  const { now, after } = timesOf(db);
  // A lease that outlasts a new one means that the database's clock was set back.
  const isFree = sql`(leases.held_until <= ${now} or leases.held_until > ${after(LONGEST_MS)})`;
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

async function releaseLease(db: AppDatabase, task: string, holder: string, isDone: boolean) {
  if (!isDone) {
    // A task that is never finished, such as the lock of one upload, leaves no row.
    await sql`delete from leases
      where task = ${task} and holder = ${holder} and done_at is null`.execute(db.kysely);
  }
  // PostgreSQL rounds to the nearest millisecond; without this, the next run could start too early.
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
