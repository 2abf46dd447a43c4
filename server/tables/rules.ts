import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor, Role } from '#server/core/actors/actor.ts';

/** A condition, or a constant. */
type RuleFilter = Expression<SqlBool> | boolean;

/**
 * A permission in two forms: for a row in memory, and as SQL over the only table in scope. Both are built
 * together, so that they stay equivalent. `now` is an RFC 3339 UTC timestamp, used only by rules about
 * publication.
 */
export interface Rule<Row> {
  allows(actor: Actor, row: Row, now?: string): boolean;
  filter(actor: Actor, now?: string): RuleFilter;
  /** Whether everyone but admins gets the same result at any time, so that answers may be shared. */
  readonly isPubliclyCacheable: boolean;
}

type Columns<Row> = Extract<keyof Row, string>;

const constantRule = (answer: boolean): Rule<unknown> => ({
  allows: () => answer,
  filter: () => answer,
  isPubliclyCacheable: true,
});

const never = constantRule(false);
export const always = constantRule(true);

/** The user's own rows; none for anonymous callers and admins. */
export function ownedBy<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: ({ userId }, row) => userId !== null && row[column] === userId,
    filter: ({ userId }) => userId !== null && sql<SqlBool>`${sql.ref(column)} = ${userId}`,
    isPubliclyCacheable: false,
  };
}

/** A rule about the row alone. */
const rowRule = <Row>(
  allows: (row: Row) => boolean,
  condition: Expression<SqlBool>,
): Rule<Row> => ({
  allows: (_, row) => allows(row),
  filter: () => condition,
  isPubliclyCacheable: true,
});

export const columnIs = <Row extends object, C extends Columns<Row>>(
  column: C,
  value: Row[C] & (string | number | boolean),
): Rule<Row> => rowRule((row) => row[column] === value, sql`${sql.ref(column)} = ${value}`);

export const columnIsNull = <Row extends object>(column: Columns<Row>): Rule<Row> =>
  rowRule((row) => row[column] === null, sql`${sql.ref(column)} is null`);

export const columnIsNotNull = <Row extends object>(column: Columns<Row>): Rule<Row> =>
  rowRule((row) => row[column] !== null, sql`${sql.ref(column)} is not null`);

export function columnIn<Row extends object, C extends Columns<Row>>(
  column: C,
  values: readonly (Row[C] & string)[],
): Rule<Row> {
  const known: ReadonlySet<unknown> = new Set(values);
  return rowRule((row) => known.has(row[column]), sql`${sql.ref(column)} in (${sql.join(values)})`);
}

/** The timestamp in `column` is at or before `other`. */
export const notAfter = <Row extends object>(
  column: Columns<Row>,
  other: Columns<Row>,
): Rule<Row> =>
  rowRule(
    (row) => String(row[column]) <= String(row[other]),
    sql`${sql.ref(column)} <= ${sql.ref(other)}`,
  );

export const allOf = <Row>(...rules: readonly Rule<Row>[]): Rule<Row> => ({
  allows: (actor, row, now) => rules.every((rule) => rule.allows(actor, row, now)),
  filter: (actor, now) => combine('and', rules, actor, now),
  isPubliclyCacheable: rules.every((rule) => rule.isPubliclyCacheable),
});

export const anyOf = <Row>(...rules: readonly Rule<Row>[]): Rule<Row> => ({
  allows: (actor, row, now) => rules.some((rule) => rule.allows(actor, row, now)),
  filter: (actor, now) => combine('or', rules, actor, now),
  isPubliclyCacheable: rules.every((rule) => rule.isPubliclyCacheable),
});

/** Roles without a rule are refused. */
export function byRole<Row>(rules: Partial<Record<Role, Rule<Row>>>): Rule<Row> {
  return {
    allows: (actor, row, now) => rules[actor.role]?.allows(actor, row, now) ?? false,
    filter: (actor, now) => rules[actor.role]?.filter(actor, now) ?? false,
    isPubliclyCacheable:
      rules.anon === rules.authenticated && rules.anon?.isPubliclyCacheable !== false,
  };
}

function combine<Row>(
  operator: 'and' | 'or',
  rules: readonly Rule<Row>[],
  actor: Actor,
  now: string | undefined,
): RuleFilter {
  const filters = rules.map((rule) => rule.filter(actor, now));
  const decisive = operator === 'or';
  if (filters.includes(decisive)) return decisive;
  const conditions = filters.filter((filter) => typeof filter !== 'boolean');
  if (conditions.length === 0) return !decisive;
  return sql<SqlBool>`(${sql.join(conditions, sql.raw(` ${operator} `))})`;
}

/** Permissions on a table's rows. A missing verb is refused. */
export interface TablePolicy<Row> {
  readonly select: Rule<Row>;
  /** Checked for the new row. */
  readonly insert: Rule<Row>;
  /** Checked for the old and the new row. */
  readonly update: Rule<Row>;
  readonly delete: Rule<Row>;
}

export function definePolicy<Row>(rules: Partial<TablePolicy<Row>>): TablePolicy<Row> {
  return { select: never, insert: never, update: never, delete: never, ...rules };
}

/** The user's own rows; admins all. */
export const ownerOrAdmin = <Row extends object>(column: Columns<Row>): Rule<Row> =>
  byRole<Row>({ authenticated: ownedBy(column), service_role: always });

/** Only admins; the audit log records all their writes. */
export const adminOnly = byRole({ service_role: always });
