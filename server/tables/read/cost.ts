import type { RowsOf } from '#db/queries/read-limit.ts';
import { type Condition, type Field, type Filter, filtersOf } from '../query/ast.ts';
import type { TableDefinition } from '../registry.ts';
import { type Embed, limitOf, type Scope } from './scope.ts';

// An upper bound of a read's work with any data, in rows read. Computed before the statement runs.

/** A read below this bound does not noticeably delay other requests. */
const CHEAP = 10_000;
/** Matching a pattern, which may read a whole transcript. */
const PATTERN = 20;
/** Writing a row into the answer. */
const RETURNED = 3;
/** Texts longer than this are expensive. */
const LONG_TEXT = 1_000;

/** Long texts and paths into JSON are expensive to read. */
const isExpensive = ({ columns }: TableDefinition, { name, path }: Field): boolean =>
  path.length > 0 || (Object.hasOwn(columns, name) && (columns[name]?.max ?? 0) > LONG_TEXT);

/** Work of a filter per row. */
function weightOf(table: TableDefinition, { field, operation }: Filter): number {
  // A null check does not read the value.
  if (operation.kind === 'is' && field.path.length === 0) return 0;
  if (operation.kind === 'contains' || operation.kind === 'search') return CHEAP;
  if (operation.kind !== 'compare') return isExpensive(table, field) ? CHEAP : 1;
  const { operator, quantifier, value } = operation;
  const values = quantifier === null ? 1 : value.split(',').length;
  if (operator === 'like' || operator === 'ilike') {
    // In other scripts SQLite runs it as a regular expression, which may be long.
    const isPlain = field.path.length === 0 && /^[ -~]*$/.test(value);
    return isPlain ? PATTERN * values : CHEAP;
  }
  const isSlow = operator === 'match' || operator === 'imatch' || isExpensive(table, field);
  return isSlow ? CHEAP : values - 1;
}

const weightOfAll = (table: TableDefinition, conditions: readonly Condition[]): number =>
  filtersOf(conditions).reduce((sum, filter) => sum + weightOf(table, filter), 0);

/** Sorting reads all rows, even if few are returned. */
const isOrderExpensive = ({ table, level }: Scope): boolean =>
  level.order.some(({ relation, field }) => relation !== null || isExpensive(table, field));

/** Work per row of the conditions and the order of a scope. */
const weightOfScope = (scope: Scope): number =>
  weightOfAll(scope.table, scope.level.conditions) + (isOrderExpensive(scope) ? CHEAP : 0);

/** The work per row is so small that any number of rows is fine. */
export const isLight = (table: TableDefinition, conditions: readonly Condition[]): boolean =>
  weightOfAll(table, conditions) === 0;

/** Like `isLight`, for the conditions and the order of a scope. */
export const isLightScope = (scope: Scope): boolean => weightOfScope(scope) === 0;

/** The most rows that conditions on a whole unique key allow; undefined without such conditions. */
export function maxRowsByKey({ table, level }: Scope): number | undefined {
  const named = new Map(level.conditions.flatMap((it) => valuesByColumn(it)));
  for (const columns of table.uniqueKeys) {
    const counts = columns.map((name) => named.get(name));
    if (counts.every((count) => count !== undefined)) {
      return counts.reduce((product, count) => product * count, 1);
    }
  }
  return undefined;
}

function valuesByColumn(condition: Condition): [name: string, values: number][] {
  if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0)
    return [];
  const { field, operation } = condition;
  if (operation.kind === 'in') return [[field.name, operation.values.length]];
  const isEqual =
    operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === null;
  return isEqual ? [[field.name, 1]] : [];
}

/** `found`: the most rows that another condition leaves. */
export function isCheapRead(
  scope: Scope,
  rowsOf: RowsOf,
  found = Number.POSITIVE_INFINITY,
): boolean {
  const visits = Math.min(maxRowsByKey(scope) ?? rowsOf(scope.table.name), found);
  const rows = Math.min(visits, limitOf(scope));
  return costOf(scope, { visits, rows, isOnce: true }, rowsOf) < CHEAP;
}

interface RowCounts {
  /** Rows read. */
  readonly visits: number;
  /** Rows returned. */
  readonly rows: number;
  /** Whether each row of the table occurs at most once; then the rows that refer to it do too. */
  readonly isOnce: boolean;
}

function costOf(scope: Scope, { visits, rows, isOnce }: RowCounts, rowsOf: RowsOf): number {
  const reading = visits * (1 + weightOfScope(scope));
  const returning = rows * (selectsPath(scope) ? CHEAP : RETURNED);
  const embeds = scope.embeds.reduce((sum, embed) => {
    const returned = costOfEmbed(embed, rows, isOnce, rowsOf);
    const filter = filtersParent(scope, embed) ? costOfEmbed(embed, visits, isOnce, rowsOf) : 0;
    return sum + returned + filter;
  }, 0);
  return reading + returning + embeds;
}

function costOfEmbed(
  { relation, scope }: Embed,
  parents: number,
  isOnce: boolean,
  rowsOf: RowsOf,
): number {
  if (relation.cardinality === 'one') {
    const flow = { visits: parents, rows: parents, isOnce: isOnce && !relation.isForward };
    return costOf(scope, flow, rowsOf);
  }
  const size = rowsOf(scope.table.name);
  const visits = isOnce ? size : parents * size;
  const rows = Math.min(visits, parents * limitOf(scope));
  return costOf(scope, { visits, rows, isOnce }, rowsOf);
}

/** Whether the embed filters rows of its parent. */
const filtersParent = ({ level }: Scope, { item, name }: Embed): boolean =>
  item.inner ||
  filtersOf(level.conditions).some(({ field }) => [name, item.relation].includes(field.name));

const selectsPath = ({ items }: Scope): boolean =>
  items.some((item) => item.kind === 'column' && item.field.path.length > 0);
