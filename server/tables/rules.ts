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

/** The user's own rows; none for anonymous callers. */
export function ownedBy<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: ({ userId }, row) => userId !== null && row[column] === userId,
    filter: ({ userId }) => userId !== null && sql<SqlBool>`${sql.ref(column)} = ${userId}`,
    isPubliclyCacheable: false,
  };
}

export function columnIs<Row extends object, C extends Columns<Row>>(
  column: C,
  value: Row[C] & (string | number | boolean),
): Rule<Row> {
  return {
    allows: (_, row) => row[column] === value,
    filter: () => sql<SqlBool>`${sql.ref(column)} = ${value}`,
    isPubliclyCacheable: true,
  };
}

export function columnIsNull<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: (_, row) => row[column] === null,
    filter: () => sql<SqlBool>`${sql.ref(column)} is null`,
    isPubliclyCacheable: true,
  };
}

export function columnIsNotNull<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: (_, row) => row[column] !== null,
    filter: () => sql<SqlBool>`${sql.ref(column)} is not null`,
    isPubliclyCacheable: true,
  };
}

export function columnIn<Row extends object, C extends Columns<Row>>(
  column: C,
  values: readonly (Row[C] & string)[],
): Rule<Row> {
  const known: ReadonlySet<unknown> = new Set(values);
  return {
    allows: (_, row) => known.has(row[column]),
    filter: () => sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})`,
    isPubliclyCacheable: true,
  };
}

/** The timestamp in `column` is at or before `other`. */
export function notAfter<Row extends object>(column: Columns<Row>, other: Columns<Row>): Rule<Row> {
  return {
    allows: (_, row) => String(row[column]) <= String(row[other]),
    filter: () => sql<SqlBool>`${sql.ref(column)} <= ${sql.ref(other)}`,
    isPubliclyCacheable: true,
  };
}

export function allOf<Row>(...rules: readonly Rule<Row>[]): Rule<Row> {
  return {
    allows: (actor, row, now) => rules.every((rule) => rule.allows(actor, row, now)),
    filter: (actor, now) =>
      combine(
        rules.map((rule) => rule.filter(actor, now)),
        'and',
      ),
    isPubliclyCacheable: rules.every((rule) => rule.isPubliclyCacheable),
  };
}

export function anyOf<Row>(...rules: readonly Rule<Row>[]): Rule<Row> {
  return {
    allows: (actor, row, now) => rules.some((rule) => rule.allows(actor, row, now)),
    filter: (actor, now) =>
      combine(
        rules.map((rule) => rule.filter(actor, now)),
        'or',
      ),
    isPubliclyCacheable: rules.every((rule) => rule.isPubliclyCacheable),
  };
}

/** Roles without a rule are refused. */
export function byRole<Row>(rules: Partial<Record<Role, Rule<Row>>>): Rule<Row> {
  return {
    allows: (actor, row, now) => rules[actor.role]?.allows(actor, row, now) ?? false,
    filter: (actor, now) => rules[actor.role]?.filter(actor, now) ?? false,
    isPubliclyCacheable:
      rules.anon === rules.authenticated && rules.anon?.isPubliclyCacheable !== false,
  };
}

function combine(filters: readonly RuleFilter[], operator: 'and' | 'or'): RuleFilter {
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
  /** Checked for the row before and after. */
  readonly update: Rule<Row>;
  readonly delete: Rule<Row>;
}

export function definePolicy<Row>(rules: Partial<TablePolicy<Row>>): TablePolicy<Row> {
  return { select: never, insert: never, update: never, delete: never, ...rules };
}

/** Only admins; the audit log records all their writes. */
export const adminOnly = byRole({ service_role: always });
