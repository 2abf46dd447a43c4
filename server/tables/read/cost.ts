import type { RowsOf } from '#db/queries/read-limit.ts';
import type { Condition, Field, Filter, OrderTerm } from '../query/ast.ts';
import { type TableDefinition, uniqueKeysOf } from '../registry.ts';
import { type Embed, limitOf, type Scope } from './scope.ts';

// Upper bound of a read's cost in microseconds of an average machine, for any data. Computed before the
// statement runs.

/** A read below this bound does not noticeably delay other requests. */
const CHEAP = 10_000;

const LOOK = 1;
const COMPARE = 0.1;
/** A text may be a whole transcript, which costs more to read than the row. */
const MATCH = 20;
const LONG_LOOK = 20;
/** Texts longer than this are expensive. */
const LONG = 1_000;
const FOLD = 500;
const PER_LISTED = 0.5;
const PER_FIELD = 0.15;
const PER_JSON_STEP = 3;

function isLong({ columns }: TableDefinition, { name }: Field): boolean {
  return Object.hasOwn(columns, name) && (columns[name]?.max ?? 0) > LONG;
}

/** Cost of reading a value: long texts and paths into long JSON are expensive. */
function weightOfField(table: TableDefinition, field: Field): number {
  const steps = field.path.length;
  if (isLong(table, field)) return steps > 0 ? FOLD : LONG_LOOK;
  return steps * PER_JSON_STEP;
}

/** Cost of a condition per row. */
function weightOf(table: TableDefinition, condition: Condition): number {
  if (condition.kind !== 'filter') {
    return condition.terms.reduce((sum, term) => sum + weightOf(table, term), 0);
  }
  const { field, operation } = condition;
  // A null check does not read the value.
  const isRead = operation.kind !== 'is' || field.path.length > 0;
  const steps = isRead ? weightOfField(table, field) : 0;
  if (operation.kind === 'in') return steps + 1;
  if (operation.kind === 'contains' || operation.kind === 'search') return CHEAP;
  if (operation.kind !== 'compare') return steps + COMPARE;
  const times = operation.quantifier === null ? 1 : operation.value.split(',').length;
  switch (operation.operator) {
    case 'match':
    case 'imatch':
      return CHEAP;
    case 'ilike':
      // In other scripts SQLite runs it as a regular expression, which may be long.
      return /^[ -~]*$/.test(operation.value) ? steps + times * MATCH : CHEAP;
    case 'like':
      return steps + times * (/^[ -~]*$/.test(operation.value) ? MATCH : FOLD);
    default:
      return steps + times * COMPARE;
  }
}

const weightOfAll = (table: TableDefinition, conditions: readonly Condition[]): number =>
  conditions.reduce((sum, condition) => sum + weightOf(table, condition), 0);

/** Sorting reads all rows, however few are shown; a relation's column is not resolved here. */
const weightOfOrder = (table: TableDefinition, order: readonly OrderTerm[]): number =>
  order.reduce((sum, { relation, field }) => {
    return sum + (relation === null ? weightOfField(table, field) : LONG_LOOK);
  }, 0);

/** The cost per row is so small that any number of rows is fine. */
export const isLight = (table: TableDefinition, conditions: readonly Condition[]): boolean =>
  weightOfAll(table, conditions) < 1;

/** The same for all conditions of a scope. */
export const isLightScope = ({ table, level }: Scope): boolean =>
  weightOfAll(table, level.conditions) + weightOfOrder(table, level.order) < 1;

function listedIn(conditions: readonly Condition[]): number {
  return conditions.reduce((sum, condition) => {
    if (condition.kind !== 'filter') return sum + listedIn(condition.terms);
    return sum + (condition.operation.kind === 'in' ? condition.operation.values.length : 0);
  }, 0);
}

/** Maximum rows by a fully specified unique key; undefined if there is none. */
export function foundByKey({ table, level }: Scope): number | undefined {
  const named = new Map(level.conditions.flatMap((it) => namedBy(it)));
  for (const { columns } of uniqueKeysOf(table)) {
    const counts = columns.map((name) => named.get(name));
    if (counts.every((count) => count !== undefined)) {
      return counts.reduce((product, count) => product * count, 1);
    }
  }
  return undefined;
}

function namedBy(condition: Condition): [name: string, values: number][] {
  if (condition.kind !== 'filter' || condition.negated || condition.field.path.length > 0)
    return [];
  const { field, operation } = condition;
  if (operation.kind === 'in') return [[field.name, operation.values.length]];
  const isEqual =
    operation.kind === 'compare' && operation.operator === 'eq' && operation.quantifier === null;
  return isEqual ? [[field.name, 1]] : [];
}

/** `found`: maximum rows left by another condition. */
export function isCheapRead(
  scope: Scope,
  rowsOf: RowsOf,
  found = Number.POSITIVE_INFINITY,
): boolean {
  const visits = Math.min(foundByKey(scope) ?? rowsOf(scope.table.name), found);
  const listed = listedIn(scope.level.conditions) * PER_LISTED;
  return (
    listed +
      costOf(scope, { visits, rows: Math.min(visits, limitOf(scope)), isOnce: true }, rowsOf) <
    CHEAP
  );
}

interface Flow {
  /** Rows read. */
  readonly visits: number;
  /** Rows returned. */
  readonly rows: number;
  /** Rows of the table occur once, so rows referencing them do too. */
  readonly isOnce: boolean;
}

function costOf(scope: Scope, { visits, rows, isOnce }: Flow, rowsOf: RowsOf): number {
  const { table, level } = scope;
  const weight = weightOfAll(table, level.conditions) + weightOfOrder(table, level.order);
  const look = visits * (LOOK + weight);
  const show = rows * PER_FIELD * widthOf(scope);
  const embeds = scope.embeds.reduce((sum, embed) => {
    const shown = costOfEmbed(embed, rows, isOnce, rowsOf);
    const asked = decides(scope, embed) ? costOfEmbed(embed, visits, isOnce, rowsOf) : 0;
    return sum + shown + asked;
  }, 0);
  return look + show + embeds;
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
const decides = ({ level }: Scope, { item, name }: Embed): boolean =>
  item.inner || level.conditions.some((condition) => mentions(condition, [name, item.relation]));

function mentions(condition: Condition, names: readonly string[]): boolean {
  if (condition.kind === 'filter') return isNamed(condition, names);
  return condition.terms.some((term) => mentions(term, names));
}

const isNamed = ({ field }: Filter, names: readonly string[]) => names.includes(field.name);

function widthOf({ items, table }: Scope): number {
  return items.reduce((sum, item) => {
    if (item.kind === 'star') return sum + Object.keys(table.columns).length;
    if (item.kind === 'embed') return sum + 2;
    const steps = item.field.path.length > 0 ? weightOfField(table, item.field) / PER_FIELD : 0;
    return sum + 1 + steps;
  }, 3);
}
