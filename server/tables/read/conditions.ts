import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { parseUntrustedJson } from '#server/core/parse-json.ts';
import type { CompareOperator, Condition, Filter, IsValue, Operation } from '../query/ast.ts';
import {
  createInvalidLiteralError,
  createNulError,
  createOperatorError,
  createTooComplexError,
  tableError,
} from '../tables.errors.ts';
import { type Bound, checkRegex, readArrayLiteral, readLiteral } from '../values.ts';
import { type BuildContext, fieldOf, type Typed } from './expressions.ts';
import type { Embed, Scope } from './scope.ts';

const MAX_LIST = 10_000;

type OperationOf<Kind> = Extract<Operation, { kind: Kind }>;

const SYMBOLS: Readonly<Record<CompareOperator, string>> = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: '~~',
  ilike: '~~*',
  match: '~',
  imatch: '~*',
};

/** Whether an embed has rows. Passed in, because its implementation calls `conditionOf`. */
export type EmbedExists = (embed: Embed) => Expression<SqlBool>;

export function conditionOf(
  context: BuildContext,
  scope: Scope,
  condition: Condition,
  embedExists: EmbedExists,
): Expression<SqlBool> {
  if (condition.kind === 'filter') {
    const positive = filterOf(context, scope, condition, embedExists);
    return condition.negated ? sql<SqlBool>`not (${positive})` : positive;
  }
  const terms = condition.terms.map((term) => conditionOf(context, scope, term, embedExists));
  const joined = sql<SqlBool>`(${sql.join(terms, sql.raw(` ${condition.kind} `))})`;
  return condition.negated ? sql<SqlBool>`not ${joined}` : joined;
}

function filterOf(
  context: BuildContext,
  scope: Scope,
  { field, operation }: Filter,
  embedExists: EmbedExists,
): Expression<SqlBool> {
  const embed = scope.embeds.find(
    ({ name, item }) => name === field.name || item.relation === field.name,
  );
  if (embed !== undefined && field.path.length === 0) {
    if (operation.kind === 'is' && operation.value === 'not_null') return embedExists(embed);
    if (operation.kind === 'is' && operation.value === 'null') {
      return sql<SqlBool>`not ${embedExists(embed)}`;
    }
    if (!Object.hasOwn(scope.table.columns, field.name)) {
      throw tableError('embedFilter', `Bad operator on the '${field.name}' embedded resource`, {
        details: 'Only is null or not is null filters are allowed on embedded resources',
      });
    }
  }
  return operationOf(context, fieldOf(context, scope, field), operation);
}

function operationOf(
  context: BuildContext,
  target: Typed,
  operation: Operation,
): Expression<SqlBool> {
  switch (operation.kind) {
    case 'compare':
      return operation.quantifier === null
        ? compare(context, target, operation.operator, operation.value)
        : quantified(context, target, operation.operator, operation.quantifier, operation.value);
    case 'in':
      return inList(target, operation.values);
    case 'is':
      return is(target, operation.value);
    case 'isdistinct':
      return context.dialect.isDistinctFrom(
        target.value,
        sql`${bind(target, 'is distinct from', operation.value)}`,
      );
    case 'contains':
      return contains(context, target, operation);
    case 'search':
      return search(context, target, operation);
    case 'unsupported':
      throw createOperatorError(`${target.type} ${operation.symbol} unknown`);
  }
}

function bind({ type }: Typed, symbol: string, literal: string): Bound {
  if (type === 'json') throw createOperatorError(`json ${symbol} unknown`);
  return readLiteral(type, literal);
}

function compare(
  context: BuildContext,
  target: Typed,
  operator: CompareOperator,
  literal: string,
): RawBuilder<SqlBool> {
  const symbol = SYMBOLS[operator];
  switch (operator) {
    case 'like':
    case 'ilike':
      return context.dialect[operator](target.value, likePattern(target, symbol, literal));
    case 'match':
    case 'imatch':
      return context.dialect.matches(
        target.value,
        checkRegex(textPattern(target, symbol, literal)),
        operator === 'imatch',
      );
    default:
      return sql<SqlBool>`${target.value} ${sql.raw(symbol)} ${bind(target, symbol, literal)}`;
  }
}

/** A JSON literal must be small, because it is compared with each row. */
const JSON_LITERAL = { members: 1_000 };

function contains(
  { dialect }: BuildContext,
  { type, value }: Typed,
  { symbol, value: literal }: OperationOf<'contains'>,
): RawBuilder<SqlBool> {
  if (type !== 'json') throw createOperatorError(`${type} ${symbol} unknown`);
  try {
    parseUntrustedJson(literal, JSON_LITERAL);
  } catch {
    throw createInvalidLiteralError('json', literal);
  }
  if (literal.includes('\\u0000')) throw createNulError();
  const given = sql`${literal}`;
  return symbol === '@>' ? dialect.jsonContains(value, given) : dialect.jsonContains(given, value);
}

function search(
  { dialect }: BuildContext,
  target: Typed,
  operation: OperationOf<'search'>,
): RawBuilder<SqlBool> {
  const query = textPattern(target, '@@', operation.query);
  if (dialect.textSearch === undefined) {
    throw tableError('notSupported', 'text search is not supported by the embedded database', {
      hint: 'Use ilike, or run the server on PostgreSQL.',
    });
  }
  return dialect.textSearch(target.value, { ...operation, query });
}

function textPattern(target: Typed, symbol: string, literal: string): string {
  if (target.type !== 'text') throw createOperatorError(`${target.type} ${symbol} unknown`);
  if (literal.includes('\0')) throw createNulError();
  return literal;
}

/** `*` stands for `%`, so that addresses need no escaping. */
function likePattern(target: Typed, symbol: string, literal: string): string {
  const pattern = textPattern(target, symbol, literal).replaceAll('*', '%');
  const trailing = /\\*$/.exec(pattern)?.[0].length ?? 0;
  if (trailing % 2 === 1) {
    throw tableError('invalidEscape', 'LIKE pattern must not end with escape character');
  }
  return pattern;
}

function quantified(
  context: BuildContext,
  target: Typed,
  operator: CompareOperator,
  quantifier: 'any' | 'all',
  literal: string,
): Expression<SqlBool> {
  const items = readArrayLiteral(literal);
  ensureListLength(items, 200);
  const terms = items.map((item) =>
    item === null ? sql<SqlBool>`null` : compare(context, target, operator, item),
  );
  if (terms.length === 0) return quantifier === 'any' ? sql<SqlBool>`false` : sql<SqlBool>`true`;
  return sql<SqlBool>`(${sql.join(terms, sql.raw(quantifier === 'any' ? ' or ' : ' and '))})`;
}

function inList(target: Typed, values: readonly string[]): Expression<SqlBool> {
  ensureListLength(values, MAX_LIST);
  const bound = values.map((value) => bind(target, '=', value));
  if (bound.length === 0) return sql<SqlBool>`false`;
  return sql<SqlBool>`${target.value} in (${sql.join(bound)})`;
}

function ensureListLength(values: readonly unknown[], limit: number): void {
  if (values.length > limit) throw createTooComplexError(`a list is limited to ${limit} values`);
}

function is({ value, type }: Typed, word: IsValue): Expression<SqlBool> {
  if (word === 'null') return sql<SqlBool>`${value} is null`;
  if (word === 'not_null') return sql<SqlBool>`${value} is not null`;
  if (type !== 'boolean') {
    throw tableError(
      'wrongType',
      `argument of IS ${word.toUpperCase()} must be type boolean, not type ${type}`,
    );
  }
  if (word === 'unknown') return sql<SqlBool>`${value} is null`;
  // The result is never NULL, so that `not.is.true` matches rows with NULL.
  return word === 'true'
    ? sql<SqlBool>`(${value} is not null and ${value})`
    : sql<SqlBool>`(${value} is not null and not ${value})`;
}
