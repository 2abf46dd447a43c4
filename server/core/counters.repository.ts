import { createHmac } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { Config } from './config.ts';

/**
 * Machines of one database differ by less. A window that begins further ahead was counted under a clock that has been put
 * back since, and holds nobody up until its time comes round.
 */
export const CLOCKS_DIFFER_MS = 60_000;

export interface Count {
  readonly count: number;
  /** When the window began in which these were counted, in milliseconds. */
  readonly since: number;
}

/**
 * What is counted across processes and restarts. A counter names nobody, and whoever has the table but not
 * the server's secret cannot find an address by trying addresses, as a plain hash would let them.
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
  /** One, when not said. */
  readonly by?: number;
}

/** Counts more and says how many it are, in one statement: two at once are never the same one. */
export async function countUp(
  db: Kysely<Database>,
  key: string,
  { windowMs, now, by = 1 }: Counting,
): Promise<Count> {
  const at = new Date(now).toISOString();
  const over = new Date(now - windowMs).toISOString();
  const ahead = new Date(now + CLOCKS_DIFFER_MS).toISOString();
  const isOver = sql<boolean>`rate_limits.window_start <= ${over} or rate_limits.window_start > ${ahead}`;
  const row = await db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when(isOver)
          .then(by)
          .else(eb('rate_limits.count', '+', by))
          .end(),
        window_start: eb
          .case()
          .when(isOver)
          .then(eb.ref('excluded.window_start'))
          .else(eb.ref('rate_limits.window_start'))
          .end(),
      })),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return { count: row.count, since: Date.parse(row.window_start) };
}

/** Undefined where nothing was counted, or under a clock that has been put back since. */
export async function findCount(
  db: Kysely<Database>,
  key: string,
  now: number,
): Promise<Count | undefined> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'window_start'])
    .where('key', '=', key)
    .executeTakeFirst();
  const since = row ? Date.parse(row.window_start) : 0;
  return row && since <= now + CLOCKS_DIFFER_MS ? { count: row.count, since } : undefined;
}

export async function clearCount(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}

/** One less; a count that was cleared meanwhile stays so. */
export async function giveBack(db: Kysely<Database>, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute();
}

export async function sweepCounts(db: Kysely<Database>, before: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('window_start', '<', before).execute();
}
