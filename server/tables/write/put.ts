import type { TableQuery } from '../query/ast.ts';
import type { TableDefinition } from '../table-definition.ts';
import {
  createPutFiltersError,
  createPutLimitError,
  createPutMismatchError,
} from '../tables.errors.ts';
import type { Payload } from './body.ts';
import { keyOf } from './row-keys.ts';
import { readCells } from './row-values.ts';

/** `PUT` names one row by its whole primary key, in the address and in the body alike. */
export function ensurePutNamesOneRow(
  table: TableDefinition,
  query: TableQuery,
  payload: Payload,
): void {
  const { root } = query;
  if (root.limit !== null || root.offset !== 0) throw createPutLimitError();
  const named: Record<string, string> = {};
  for (const condition of root.conditions) {
    const isPlain =
      condition.kind === 'filter' &&
      !condition.negated &&
      condition.field.path.length === 0 &&
      condition.operation.kind === 'compare' &&
      condition.operation.operator === 'eq' &&
      condition.operation.quantifier === null;
    if (!isPlain || condition.operation.kind !== 'compare') throw createPutFiltersError();
    named[condition.field.name] = condition.operation.value;
  }
  const names = Object.keys(named);
  const isWholeKey =
    names.length === table.primaryKey.length &&
    names.length === root.conditions.length &&
    table.primaryKey.every((name) => Object.hasOwn(named, name));
  if (!isWholeKey) throw createPutFiltersError();
  const [row, ...others] = payload.rows;
  if (row === undefined || others.length > 0) throw createPutMismatchError();
  const inAddress = keyOf(table.primaryKey, readCells(table, named, table.primaryKey, 'null', ''));
  const inBody = keyOf(table.primaryKey, readCells(table, row, table.primaryKey, 'null', ''));
  if (inAddress.some((cell, index) => cell !== inBody[index])) throw createPutMismatchError();
}
