import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIMITS } from '#contract/words/limits.ts';
import type { JsonField } from '#db/dialect-sql.ts';
import type { ColumnItem, OrderTerm } from '../query/ast.ts';
import {
  createAggregatesDisabledError,
  createCountBesideColumnsError,
  createNameTooLongError,
  createNotEmbeddedError,
  createOrderingError,
  createRelatedOrderError,
  createTooComplexError,
} from '../tables.errors.ts';
import { conditionOf } from './conditions.ts';
import { isLightScope } from './cost.ts';
import {
  type BuildContext,
  castTo,
  columnOf,
  fieldOf,
  jsonTypeOf,
  type Typed,
} from './expressions.ts';
import { type Embed, limitOf, type Scope } from './scope.ts';

/** PostgreSQL would cut a longer name short without a word. */
const MAX_NAME_BYTES = 63;
const MAX_FIELDS = 100;

/** Which rows of a scope the reader may see and has asked for; `link` ties an embed to its parent. */
export function whereOf(
  context: BuildContext,
  scope: Scope,
  link: Expression<SqlBool> | null = null,
): RawBuilder<SqlBool> {
  const policy = scope.table.policy.select.filter(context.actor, context.now);
  const exists = (embed: Embed) => existsOf(context, scope, embed);
  const { step } = context.dialect;
  const mayTakeLong = link !== null || !isLightScope(scope);
  const terms = [
    // First, because what follows is asked only of rows that this lets pass.
    ...(step !== undefined && mayTakeLong ? [step] : []),
    ...(link === null ? [] : [link]),
    ...(policy === true ? [] : [policy === false ? sql<SqlBool>`false` : policy]),
    ...scope.level.conditions.map((it) => conditionOf(context, scope, it, exists)),
    ...scope.embeds.filter(({ item }) => item.inner).map(exists),
  ];
  return terms.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(terms, sql` and `)}`;
}

function linkOf(parent: Scope, { relation, scope }: Embed): RawBuilder<SqlBool> {
  const child = sql.ref(`${scope.alias}.${relation.targetColumn}`);
  return sql<SqlBool>`${child} = ${sql.ref(`${parent.alias}.${relation.localColumn}`)}`;
}

export const fromOf = ({ table, alias }: Scope): RawBuilder<unknown> =>
  sql`${sql.table(table.name)} as ${sql.ref(alias)}`;

function existsOf(context: BuildContext, parent: Scope, embed: Embed): RawBuilder<SqlBool> {
  const where = whereOf(context, embed.scope, linkOf(parent, embed));
  return sql<SqlBool>`exists (select 1 from ${fromOf(embed.scope)} where ${where})`;
}

/** Something about the one row (or, wrapped, the many rows) an embed leads to. */
function fromEmbed(
  context: BuildContext,
  parent: Scope,
  embed: Embed,
  value: Expression<unknown>,
): RawBuilder<unknown> {
  const { scope } = embed;
  const where = whereOf(context, scope, linkOf(parent, embed));
  const order = orderOf(context, scope);
  const limit = Math.min(
    limitOf(scope),
    embed.relation.cardinality === 'one' ? 1 : LIMITS.pageRows,
  );
  return sql`select ${value} as item from ${fromOf(scope)} where ${where}
    order by ${order} limit ${limit} offset ${scope.level.offset}`;
}

export function orderOf(context: BuildContext, scope: Scope): RawBuilder<unknown> {
  const asked = scope.level.order.map((term) => {
    const { value, type, nullable } = orderTarget(context, scope, term);
    if (type === 'json') throw createOrderingError('json');
    const direction = term.descending ? 'desc' : 'asc';
    // Where NULL cannot be, not mentioning it lets the engine walk an index.
    if (!nullable) return sql`${value} ${sql.raw(direction)}`;
    return context.dialect.orderTerm(value, direction, term.nulls);
  });
  // The key last, so that pages never overlap and both engines answer in one order.
  const key = scope.table.primaryKey.map((name) => sql.ref(`${scope.alias}.${name}`));
  return sql.join([...asked, ...key]);
}

function orderTarget(context: BuildContext, scope: Scope, term: OrderTerm): Typed {
  if (term.relation === null) return fieldOf(context, scope, term.field);
  const embed = scope.embeds.find(
    ({ name, item }) => name === term.relation || item.relation === term.relation,
  );
  if (embed === undefined) throw createNotEmbeddedError(term.relation);
  if (embed.relation.cardinality !== 'one') {
    throw createRelatedOrderError(scope.table.name, term.relation);
  }
  const { value, type } = fieldOf(context, embed.scope, term.field);
  return { value: sql`(${fromEmbed(context, scope, embed, value)})`, type, nullable: true };
}

/** The members of the JSON object that stands for one row. */
export function fieldsOf(context: BuildContext, scope: Scope): JsonField[] {
  const embeds = scope.embeds[Symbol.iterator]();
  const fields = scope.items.flatMap((item): JsonField[] => {
    if (item.kind === 'star') return starFields(context, scope);
    if (item.kind === 'column') return [columnField(context, scope, item)];
    // Scopes hold their embeds in the order of the items.
    const embed = embeds.next().value;
    return embed === undefined ? [] : embedFields(context, scope, embed);
  });
  if (fields.length > MAX_FIELDS) throw createTooComplexError('an answer has too many columns');
  for (const { key } of fields) {
    if (Buffer.byteLength(key) > MAX_NAME_BYTES) throw createNameTooLongError(key);
  }
  return fields;
}

function starFields(context: BuildContext, scope: Scope): JsonField[] {
  return Object.keys(scope.table.columns).map((name) =>
    toField(name, columnOf(context, scope, name)),
  );
}

function columnField(context: BuildContext, scope: Scope, item: ColumnItem): JsonField {
  if (item.aggregate !== null) throw createAggregatesDisabledError();
  const typed = fieldOf(context, scope, item.field);
  const step = item.field.path.findLast(({ key }) => typeof key === 'string')?.key;
  const key = item.alias ?? String(step ?? item.field.name);
  return toField(key, item.cast === null ? typed : castTo(context, typed, item.cast));
}

const toField = (key: string, { value, type }: Typed): JsonField => ({
  key,
  value,
  type: jsonTypeOf(type),
});

/** `rel(count)`: how many rows there are instead of the rows. A column of that name comes first. */
function countOf(scope: Scope): ColumnItem | null {
  if (Object.hasOwn(scope.table.columns, 'count')) return null;
  const columns = scope.items.filter((item) => item.kind === 'column');
  const count = columns.find(({ field, cast, aggregate }) => {
    const isPlain = cast === null && aggregate === null && field.path.length === 0;
    return isPlain && field.name === 'count';
  });
  if (count === undefined) return null;
  if (scope.items.length > 1) throw createCountBesideColumnsError(scope.table.name);
  return count;
}

/** Everything that the reader may see and that meets the filters; limit and offset act on the one row it makes. */
function countFields(context: BuildContext, parent: Scope, embed: Embed, key: string): JsonField[] {
  const { scope, relation, item, name } = embed;
  const where = whereOf(context, scope, linkOf(parent, embed));
  const counted = sql.ref(`${scope.alias}c`);
  const field: JsonField = { key, value: sql`${counted}.n`, type: 'integer' };
  const { dialect } = context;
  const shown = item.spread ? dialect.jsonValue(field) : dialect.jsonObject([field]);
  const value = relation.cardinality === 'one' ? shown : dialect.jsonArrayAgg(shown, scope.index);
  const rows = sql`select count(*) as n from ${fromOf(scope)} where ${where}`;
  const page = sql`select n from (${rows}) as ${sql.ref(`${scope.alias}n`)}
    limit ${limitOf(scope)} offset ${scope.level.offset}`;
  const answer = sql`(select ${value} from (${page}) as ${counted})`;
  return [{ key: item.spread ? key : name, value: answer, type: 'json' }];
}

function embedFields(context: BuildContext, parent: Scope, embed: Embed): JsonField[] {
  const count = countOf(embed.scope);
  if (count !== null) return countFields(context, parent, embed, count.alias ?? 'count');
  const fields = fieldsOf(context, embed.scope);
  // An embed without columns only filters.
  if (fields.length === 0) return [];
  if (!embed.item.spread) {
    const row = context.dialect.jsonObject(fields);
    return [{ key: embed.name, value: wrap(context, parent, embed, row), type: 'json' }];
  }
  return fields.map((field) =>
    embed.relation.cardinality === 'one'
      ? { ...field, value: sql`(${fromEmbed(context, parent, embed, field.value)})` }
      : {
          key: field.key,
          value: wrap(context, parent, embed, context.dialect.jsonValue(field)),
          type: 'json' as const,
        },
  );
}

function wrap(
  context: BuildContext,
  parent: Scope,
  embed: Embed,
  item: RawBuilder<string>,
): RawBuilder<unknown> {
  const rows = fromEmbed(context, parent, embed, item);
  if (embed.relation.cardinality === 'one') return sql`(${rows})`;
  const list = sql.ref(`${embed.scope.alias}l`);
  const array = context.dialect.jsonArrayAgg(sql<string>`${list}.item`, embed.scope.index);
  return sql`(select ${array} from (${rows}) as ${list})`;
}
