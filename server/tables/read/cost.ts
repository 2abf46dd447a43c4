import type { RowsOf } from '#db/queries/read-limit.ts';
import {
  type Condition,
  type Field,
  type Filter,
  filtersOf,
  type OrderTerm,
} from '../query/ast.ts';
import type { TableDefinition } from '../registry.ts';
import { type Embed, limitOf, type Scope } from './scope.ts';

// Upper bound of a read's cost in microseconds of an average machine, for any data. Computed before the
// statement runs.

/** A read below this bound does not noticeably delay other requests. */
const CHEAP = 10_000;

const ROW = 1;
const COMPARISON = 0.1;
/** A text may be a whole transcript, which costs more to read than the row. */
const PATTERN = 20;
const LONG_READ = 20;
/** Texts longer than this are expensive. */
const LONG_TEXT = 1_000;
const LONG_SCAN = 500;
const LIST_VALUE = 0.5;
const FIELD = 0.15;
const JSON_STEP = 3;

function isLong({ columns }: TableDefinition, { name }: Field): boolean {
  return Object.hasOwn(columns, name) && (columns[name]?.max ?? 0) > LONG_TEXT;
}

/** Cost of reading a value: long texts and paths into long JSON are expensive. */
function weightOfField(table: TableDefinition, field: Field): number {
  const steps = field.path.length;
  if (isLong(table, field)) return steps > 0 ? LONG_SCAN : LONG_READ;
  return steps * JSON_STEP;
}

/** Cost of a filter per row. */
function weightOf(table: TableDefinition, { field, operation }: Filter): number {
  // A null check does not read the value.
  const isRead = operation.kind !== 'is' || field.path.length > 0;
  const steps = isRead ? weightOfField(table, field) : 0;
  if (operation.kind === 'in') return steps + 1;
  if (operation.kind === 'contains' || operation.kind === 'search') return CHEAP;
  if (operation.kind !== 'compare') return steps + COMPARISON;
  const times = operation.quantifier === null ? 1 : operation.value.split(',').length;
  switch (operation.operator) {
    case 'match':
    case 'imatch':
      return CHEAP;
    case 'ilike':
      // In other scripts SQLite runs it as a regular expression, which may be long.
      return /^[ -~]*$/.test(operation.value) ? steps + times * PATTERN : CHEAP;
    case 'like':
      return steps + times * (/^[ -~]*$/.test(operation.value) ? PATTERN : LONG_SCAN);
    default:
      return steps + times * COMPARISON;
  }
}

const weightOfAll = (table: TableDefinition, conditions: readonly Condition[]): number =>
  filtersOf(conditions).reduce((sum, filter) => sum + weightOf(table, filter), 0);

/** Sorting reads all rows, however few are returned; a relation's column is not resolved here. */
const weightOfOrder = (table: TableDefinition, order: readonly OrderTerm[]): number =>
  order.reduce((sum, { relation, field }) => {
    return sum + (relation === null ? weightOfField(table, field) : LONG_READ);
  }, 0);

/** The cost per row is so small that any number of rows is fine. */
export const isLight = (table: TableDefinition, conditions: readonly Condition[]): boolean =>
  weightOfAll(table, conditions) < 1;

/** Like `isLight`, for the conditions and the order of a scope. */
export const isLightScope = ({ table, level }: Scope): boolean =>
  weightOfAll(table, level.conditions) + weightOfOrder(table, level.order) < 1;

const countListValues = (conditions: readonly Condition[]): number =>
  filtersOf(conditions).reduce(
    (sum, { operation }) => sum + (operation.kind === 'in' ? operation.values.length : 0),
    0,
  );

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
  const listed = countListValues(scope.level.conditions) * LIST_VALUE;
  return (
    listed +
      costOf(scope, { visits, rows: Math.min(visits, limitOf(scope)), isOnce: true }, rowsOf) <
    CHEAP
  );
}

interface RowCounts {
  /** Rows read. */
  readonly visits: number;
  /** Rows returned. */
  readonly rows: number;
  /** Rows of the table occur once, so rows referencing them do too. */
  readonly isOnce: boolean;
}

function costOf(scope: Scope, { visits, rows, isOnce }: RowCounts, rowsOf: RowsOf): number {
  const { table, level } = scope;
  const weight = weightOfAll(table, level.conditions) + weightOfOrder(table, level.order);
  const reading = visits * (ROW + weight);
  const returning = rows * FIELD * widthOf(scope);
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

function widthOf({ items, table }: Scope): number {
  return items.reduce((sum, item) => {
    if (item.kind === 'star') return sum + Object.keys(table.columns).length;
    if (item.kind === 'embed') return sum + 2;
    const steps = item.field.path.length > 0 ? weightOfField(table, item.field) / FIELD : 0;
    return sum + 1 + steps;
  }, 3);
}
