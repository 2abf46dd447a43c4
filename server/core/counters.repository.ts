import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { Config } from './config.ts';

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
  const row = await db
    .insertInto('rate_limits')
    .values({ key, count: by, window_start: at })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when('rate_limits.window_start', '<=', over)
          .then(by)
          .else(eb('rate_limits.count', '+', by))
          .end(),
        window_start: eb
          .case()
          .when('rate_limits.window_start', '<=', over)
          .then(eb.ref('excluded.window_start'))
          .else(eb.ref('rate_limits.window_start'))
          .end(),
      })),
    )
    .returning(['count', 'window_start'])
    .executeTakeFirstOrThrow();
  return { count: row.count, since: Date.parse(row.window_start) };
}

export async function findCount(db: Kysely<Database>, key: string): Promise<Count | undefined> {
  const row = await db
    .selectFrom('rate_limits')
    .select(['count', 'window_start'])
    .where('key', '=', key)
    .executeTakeFirst();
  return row && { count: row.count, since: Date.parse(row.window_start) };
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
