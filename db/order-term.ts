import { type Expression, type RawBuilder, sql } from 'kysely';

/** Said in full, because left unsaid SQLite puts NULLs at the other end. */
export function orderTerm(
  value: Expression<unknown>,
  direction: 'asc' | 'desc' = 'asc',
  nulls: 'first' | 'last' = direction === 'asc' ? 'last' : 'first',
): RawBuilder<unknown> {
  return sql`${value} ${sql.raw(direction)} nulls ${sql.raw(nulls)}`;
}
