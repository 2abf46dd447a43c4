import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Executor } from '#db/schema/database.ts';
import type { Config } from './config/config.ts';

/**
 * Maximum clock skew of machines sharing a database. If a window starts even further in the future, the clock was set
 * back after its start. It is ignored, because it would otherwise refuse requests until the clock has caught up.
 */
export const CLOCKS_DIFFER_MS = 60_000;

export interface Count {
  readonly count: number;
  /** Start of the counting window in milliseconds. */
  readonly since: number;
}

/**
 * Key of a counter shared by all processes. Keyed with the server's secret, so that addresses cannot be found
 * by hashing guesses.
 */
export function counterKey(
  { JWT_SECRET }: Pick<Config, 'JWT_SECRET'>,
  what: string,
  subject: string,
): string {
  const hash = createHmac('sha256', JWT_SECRET).update(`cradlesong/counter-${what}\n${subject}`);
  return `${what}:${hash.digest('base64url')}`;
}

interface Counting {
  readonly windowMs: number;
  readonly now: number;
  /** Defaults to 1. */
  readonly by?: number;
}

/** Increments and returns the count in one statement, so that concurrent calls get different counts. */
export async function incrementCounter(
  db: Executor,
  key: string,
  { windowMs, now, by = 1 }: Counting,
): Promise<Count> {
  const at = new Date(now).toISOString();
  const expiredStart = new Date(now - windowMs).toISOString();
  const latestStart = new Date(now + CLOCKS_DIFFER_MS).toISOString();
  const isExpired = sql<boolean>`rate_limits.window_start <= ${expiredStart} or rate_limits.window_start > ${latestStart}`;
  const row = await db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isExpired} then ${by} else rate_limits.count + ${by} end`,
        window_start: sql`case when ${isExpired} then excluded.window_start else rate_limits.window_start end`,
      }),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return { count: row.count, since: Date.parse(row.window_start) };
}

export async function readCounter(
  db: Executor,
  key: string,
  now: number,
): Promise<Count | undefined> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'window_start'])
    .where('key', '=', key)
    .where('window_start', '<=', new Date(now + CLOCKS_DIFFER_MS).toISOString())
    .executeTakeFirst();
  return row && { count: row.count, since: Date.parse(row.window_start) };
}

export async function resetCounter(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** Decrements a count; a count that was cleared meanwhile stays cleared. */
export async function refund(db: Executor, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}
