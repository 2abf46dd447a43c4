import { LIMITS } from '#contract/constants/limits.ts';
import type { ColumnType } from '#contract/rows/define-table.ts';
import type { Operation } from '#server/tables/query/ast.ts';
import { Cursor } from '#server/tables/query/cursor.ts';
import { parseOperation, takeWholeValue } from '#server/tables/query/filters.ts';
import { type Bound, readLiteral } from '#server/tables/values.ts';
import type { ChangeTable, Row } from './change-table.ts';
import { createJoinError } from './changes.errors.ts';

type ValueTest = (value: Bound) => boolean;

const COMPARISONS: Readonly<Record<string, (a: Bound, b: Bound) => boolean>> = {
  eq: (a, b) => a === b,
  neq: (a, b) => a !== b,
  lt: (a, b) => a < b,
  lte: (a, b) => a <= b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
};

/**
 * Parses a subscription's filter, `id=eq.1` or several joined by commas. Applied to rows as the reader sees
 * them, so that a masked column reveals nothing.
 */
export function parseChangeFilter(table: ChangeTable, filter: string): (row: Row) => boolean {
  const texts = filter.split(/,(?=\w+=(?:not\.)?[a-z]+\.)/);
  if (texts.length > LIMITS.conditionsPerFilter) {
    throw createJoinError(`A filter has at most ${LIMITS.conditionsPerFilter} conditions.`);
  }
  const conditions = texts.map((text) => {
    const [, name = '', condition = ''] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
    const type = table.columns.find((column) => column.name === name)?.type;
    if (type === undefined) throw createJoinError(`column ${table.name}.${name} does not exist`);
    const cursor = new Cursor(condition, `filter (${condition.slice(0, 100)})`);
    const { negated, operation } = parseOperation(cursor, takeWholeValue);
    cursor.expectEnd('end of filter');
    const matches = createTest(type, operation);
    return (row: Row) => {
      const value = row[name] ?? null;
      return value !== null && matches(toComparable(type, value)) !== negated;
    };
  });
  return (row) => conditions.every((matches) => matches(row));
}

function createTest(type: ColumnType, operation: Operation): ValueTest {
  const read = (literal: string) => toComparable(type, readLiteral(type, literal));
  if (type !== 'json' && operation.kind === 'in') {
    const values = new Set(operation.values.map(read));
    if (values.size <= LIMITS.valuesPerFilter) return (value) => values.has(value);
  }
  if (type !== 'json' && operation.kind === 'compare' && operation.quantifier === null) {
    const compare = new Map(Object.entries(COMPARISONS)).get(operation.operator);
    const bound = read(unquote(operation.value));
    if (compare) return (value) => compare(value, bound);
  }
  throw createJoinError(
    `A filter can use eq, neq, lt, lte, gt, gte, and in with at most ${LIMITS.valuesPerFilter} values, on columns that are not JSON.`,
  );
}

/** Rows and literals may format the same moment differently. */
const toComparable = (type: ColumnType, value: unknown): Bound =>
  type === 'timestamp with time zone'
    ? Date.parse(String(value))
    : typeof value === 'number' || typeof value === 'boolean'
      ? value
      : String(value);

/** The client quotes values with reserved characters. */
const unquote = (literal: string) =>
  /^".*"$/s.test(literal) ? literal.slice(1, -1).replace(/\\(.)/gs, '$1') : literal;
