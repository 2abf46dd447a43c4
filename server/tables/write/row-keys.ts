import type { RawBuilder, SqlBool } from 'kysely';
import type { DialectSql, KeyColumn } from '#db/dialect-sql.ts';
import type { TableDefinition } from '../table-definition.ts';
import type { CellValue } from '../values/json-values.ts';
import type { Row } from './row-values.ts';

export type RowKey = readonly CellValue[];

export const keyOf = (columns: readonly string[], row: Row): RowKey =>
  columns.map((name) => row[name] ?? null);

/** Equal for equal keys, whatever their types. */
export const keyText = (key: RowKey): string => JSON.stringify(key);

export function keyIn(
  dialect: DialectSql,
  table: TableDefinition,
  columns: readonly string[],
  keys: readonly RowKey[],
  alias?: string,
): RawBuilder<SqlBool> {
  const described = columns.map((name): KeyColumn => {
    const type = table.columns[name]?.type;
    return {
      name: alias === undefined ? name : `${alias}.${name}`,
      type: type === 'integer' || type === 'uuid' ? type : 'text',
    };
  });
  return dialect.keyIn(described, keys);
}
