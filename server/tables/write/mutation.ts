import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { TableQuery } from '../query/ast.ts';
import type { Preferences } from '../query/prefer.ts';
import type { BuildContext } from '../read/expressions.ts';
import type { Scope } from '../read/scope.ts';
import type { TableDefinition } from '../table-definition.ts';
import type { RowKey } from './row-keys.ts';
import type { Row } from './row-values.ts';

/** One write as it runs, inside its transaction. */
export interface Mutation {
  readonly trx: Kysely<Database>;
  /** The keys of the rows it is about, where they were looked for beforehand. */
  readonly among: readonly RowKey[] | null;
  readonly context: BuildContext;
  readonly table: TableDefinition;
  readonly query: TableQuery;
  readonly scope: Scope;
  readonly prefer: Preferences;
  /** The answer shows the rows, so she must be allowed to see them. */
  readonly showsRows: boolean;
}

export interface Outcome {
  /** The rows that were written, in order. */
  readonly keys: readonly RowKey[];
  /** As JSON, when the answer shows them. */
  readonly rows: readonly string[] | null;
  /** At least one row is new. */
  readonly isCreation: boolean;
}

export const NOTHING: Outcome = { keys: [], rows: [], isCreation: false };

/** Whole rows for policies and the audit log; never sent to anybody. */
export async function selectRows(
  { trx, table, context }: Pick<Mutation, 'trx' | 'table' | 'context'>,
  where: RawBuilder<SqlBool>,
  order: RawBuilder<unknown>,
  options: { forUpdate: boolean; limit?: number },
): Promise<Row[]> {
  const columns = Object.keys(table.columns).map((name) => sql.ref(`t0.${name}`));
  const { rows } = await sql<Row>`select ${sql.join(columns)} from ${sql.table(table.name)} as t0
    where ${where} order by ${order} ${options.limit === undefined ? sql`` : sql`limit ${options.limit}`}
    ${options.forUpdate ? context.dialect.forUpdate : sql``}`.execute(trx);
  return rows;
}
