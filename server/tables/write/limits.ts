import { sql } from 'kysely';
import { COLUMN_LIMITS, lengthOf } from '#contract/words/limits.ts';
import type { Actor } from '#server/core/actor.ts';
import { createAllowance } from '#server/core/allowance.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { TableDefinition } from '../table-definition.ts';
import {
  createQuotaError,
  createTooLongError,
  createTooManyWritesError,
} from '../tables.errors.ts';
import type { Mutation } from './mutation.ts';
import type { Row } from './row-values.ts';

/** A table that is not in the list has no text of anybody's. */
const LIMITS_OF: Readonly<Record<string, Readonly<Record<string, number>>>> = COLUMN_LIMITS;

/** Asked about what is written, not about what a row had before: an older one may be longer. */
export function ensureWithinLengths({ name }: TableDefinition, written: Row): void {
  for (const [column, most] of Object.entries(LIMITS_OF[name] ?? {})) {
    const value = written[column] ?? null;
    if (value === null) continue;
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    // The quick look is enough for nearly all of them.
    if (text.length > most && lengthOf(text) > most) throw createTooLongError(name, column, most);
  }
}

/** So that no account fills a table; the admin's rows are nobody's. */
export async function ensureQuota(
  { trx, table, context: { actor } }: Mutation,
  added: number,
): Promise<void> {
  const { quota, name } = table;
  if (quota === null || actor.userId === null) return;
  // One row at the far end of what she may have: nothing behind it is counted.
  const { rows } = await sql`select 1 from ${sql.table(name)}
    where ${sql.ref(quota.column)} = ${actor.userId}
    limit 1 offset ${Math.max(0, quota.rows - added)}`.execute(trx);
  if (rows.length > 0 || added > quota.rows) throw createQuotaError(name, quota.rows);
}

const MINUTE_MS = 60_000;

/**
 * Counts the rows a person writes and throws when they are too many; at once where the process is alone. `found`:
 * rows that are there already, of which a request may name more than she has left, once.
 */
export type CountWrites = (
  actor: Actor,
  rows: number,
  which?: 'sent' | 'found',
) => void | Promise<void>;

export function createWriteCounter(
  deps: Pick<ServerDeps, 'config' | 'db' | 'clock'>,
): CountWrites | undefined {
  const limit = deps.config.WRITES_PER_MINUTE;
  if (limit === 0) return undefined;
  const take = createAllowance(deps, { what: 'writes', limit, windowMs: MINUTE_MS });
  return ({ userId }, rows, which = 'sent') => {
    if (userId === null || rows === 0) return;
    const waitMs = take(userId, rows, which === 'found');
    if (typeof waitMs !== 'number') return waitMs.then(refuse);
    refuse(waitMs);
  };
}

function refuse(waitMs: number): void {
  if (waitMs > 0) throw createTooManyWritesError(waitMs);
}
