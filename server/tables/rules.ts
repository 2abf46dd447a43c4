import { type Expression, type SqlBool, sql } from 'kysely';
import type { Actor, Role } from '#server/core/actor.ts';

/** A whole condition, or an answer that needs no row. */
type RuleFilter = Expression<SqlBool> | boolean;

/**
 * One permission, said twice: about a row in hand, and as SQL over the columns of the one table in
 * scope. Both sides are built together here so that they cannot drift apart.
 * `now` is an RFC 3339 UTC timestamp; only rules about publication ask for it.
 */
export interface Rule<Row> {
  allows(actor: Actor, row: Row, now?: string): boolean;
  filter(actor: Actor, now?: string): RuleFilter;
  /** Signed in or out, and at any time, the answer is the same for all but the admin: it may be shared. */
  readonly isAlike: boolean;
}

type Columns<Row> = Extract<keyof Row, string>;

const fixed = (answer: boolean): Rule<unknown> => ({
  allows: () => answer,
  filter: () => answer,
  isAlike: true,
});

export const never = fixed(false);
export const always = fixed(true);

/** Her own rows; nobody's when there is no person behind the request. */
export function ownedBy<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: ({ userId }, row) => userId !== null && row[column] === userId,
    filter: ({ userId }) => userId !== null && sql<SqlBool>`${sql.ref(column)} = ${userId}`,
    isAlike: false,
  };
}

export function columnIs<Row extends object, C extends Columns<Row>>(
  column: C,
  value: Row[C] & (string | number | boolean),
): Rule<Row> {
  return {
    allows: (_, row) => row[column] === value,
    filter: () => sql<SqlBool>`${sql.ref(column)} = ${value}`,
    isAlike: true,
  };
}

export function columnIsNull<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: (_, row) => row[column] === null,
    filter: () => sql<SqlBool>`${sql.ref(column)} is null`,
    isAlike: true,
  };
}

export function columnIsNotNull<Row extends object>(column: Columns<Row>): Rule<Row> {
  return {
    allows: (_, row) => row[column] !== null,
    filter: () => sql<SqlBool>`${sql.ref(column)} is not null`,
    isAlike: true,
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
    isAlike: true,
  };
}

/** The timestamp in `column` is that of `other`, or before it. */
export function notAfter<Row extends object>(column: Columns<Row>, other: Columns<Row>): Rule<Row> {
  return {
    allows: (_, row) => String(row[column]) <= String(row[other]),
    filter: () => sql<SqlBool>`${sql.ref(column)} <= ${sql.ref(other)}`,
    isAlike: true,
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
    isAlike: rules.every((rule) => rule.isAlike),
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
    isAlike: rules.every((rule) => rule.isAlike),
  };
}

/** A role that is not named is refused. */
export function byRole<Row>(rules: Partial<Record<Role, Rule<Row>>>): Rule<Row> {
  return {
    allows: (actor, row, now) => rules[actor.role]?.allows(actor, row, now) ?? false,
    filter: (actor, now) => rules[actor.role]?.filter(actor, now) ?? false,
    isAlike: rules.anon === rules.authenticated && rules.anon?.isAlike !== false,
  };
}

function combine(filters: readonly RuleFilter[], word: 'and' | 'or'): RuleFilter {
  const decisive = word === 'or';
  if (filters.includes(decisive)) return decisive;
  const open = filters.filter((filter) => typeof filter !== 'boolean');
  if (open.length === 0) return !decisive;
  return sql<SqlBool>`(${sql.join(open, sql.raw(` ${word} `))})`;
}
