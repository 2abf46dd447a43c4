import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import { likePattern } from '#contract/constants/fuzzy-search.ts';
import type { Database } from '../schema/database.ts';

/**
 * Whether the JSON in one of the columns contains one of the values as a whole, at any depth: an address does not
 * match inside a longer one. Reads every row, so use it rarely.
 */
export function mentions<Table extends keyof Database>(
  eb: ExpressionBuilder<Database, Table>,
  columns: readonly string[],
  values: readonly string[],
): Expression<SqlBool> {
  const patterns = values.map((value) => likePattern(JSON.stringify(value)));
  return eb.or(
    columns.flatMap((column) =>
      patterns.map(
        (pattern) => sql<SqlBool>`cast(${sql.ref(column)} as text) like ${pattern} escape '\\'`,
      ),
    ),
  );
}
