import { type CompiledQuery, type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { LIMITS } from '#contract/constants/limits.ts';
import type { DialectSql, JsonField } from '#db/queries/dialect-sql.ts';
import type { RowsOf } from '#db/queries/read-limit.ts';
import type { Narrowing } from '#db/queries/text-search.ts';
import type { Executor } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import type { ColumnItem, OrderTerm, TableQuery } from '../query/ast.ts';
import type { Registry, TableDefinition } from '../registry.ts';
import { createNotEmbeddedError, createTooComplexError, tableError } from '../tables.errors.ts';
import { conditionOf } from './conditions.ts';
import { isCheapRead, isLightScope } from './cost.ts';
import {
  type BuildContext,
  castTo,
  fieldOf,
  jsonTypeOf,
  shownColumnOf,
  type Typed,
} from './expressions.ts';
import { type Embed, limitOf, resolveScope, type Scope } from './scope.ts';

/** Rows requested by a `Range` header, combined with limit and offset. */
export interface RowWindow {
  readonly limit: number;
  readonly offset: number;
}

/** All rows of an answer as a JSON array built by the database. */
export interface Page {
  /** Null if it exceeds the size limit. */
  readonly body: Buffer | string | null;
  readonly rows: number;
}

/** Statements of a read. */
export interface ReadPlan {
  readonly page: CompiledQuery<Page>;
  /** Total rows over all pages; lazy, since few readers need it. */
  total(): CompiledQuery<{ total: number }>;
  readonly window: RowWindow;
  /** Whether it is fast with any data in tables of these sizes. */
  isCheap(rowsOf: RowsOf): boolean;
  /** Whether the answer is the same for every user until the change log grows. */
  readonly isShareable: boolean;
}

export interface PlanDeps {
  readonly kysely: Executor;
  readonly dialect: DialectSql;
  readonly registry: Registry;
}

interface ReadInput {
  readonly table: TableDefinition;
  readonly query: TableQuery;
  readonly actor: Actor;
  readonly now: string;
  /** Prefix of every address in the answer; empty for our own pages. */
  readonly origin: string;
  readonly range: RowWindow | null;
  /** An additional condition implied by the filters, which finds rows faster. */
  readonly narrowing?: Narrowing | undefined;
}

/** Alias of the root table, for the narrowing condition. */
export const ROOT_ALIAS = 't0';

export function createReadPlan(
  deps: PlanDeps,
  { table, query, actor, now, origin, range, narrowing }: ReadInput,
): ReadPlan {
  const context: BuildContext = { dialect: deps.dialect, actor, now, origin };
  const scope = resolveScope(deps.registry, table, query, actor);
  const own = { limit: limitOf(scope), offset: scope.level.offset };
  const window = range === null ? own : intersect(own, range, scope.level.limit);
  const filters = whereOf(context, scope);
  const where = narrowing === undefined ? filters : sql`${filters} and ${narrowing.condition}`;
  const order = orderOf(context, scope);
  const pageClause = sql`order by ${order} limit ${window.limit} offset ${window.offset}`;
  const found = sql`from ${fromOf(scope)} where ${where} ${pageClause}`;
  const source =
    window.offset > 0 && deps.dialect.computesSkippedRows
      ? sql`from ${fromOf(scope)} where ${isAmong(scope, found)} order by ${order}`
      : found;
  const row = deps.dialect.jsonObject(fieldsOf(context, scope));
  const rows = sql`select ${row} as item ${source}`;
  const item = sql.id<string>('page', 'item');
  const page = sql<Page>`select ${deps.dialect.jsonArrayBytes(item, LIMITS.answerBytes)} as body, count(*) as rows
    from (${rows}) as page`;
  return {
    page: page.compile(deps.kysely),
    total: () =>
      sql<{ total: number }>`select count(*) as total from ${fromOf(scope)} where ${where}`.compile(
        deps.kysely,
      ),
    window,
    isCheap: (rowsOf) => isCheapRead(scope, rowsOf, narrowing?.rows),
    isShareable: actor.role !== 'service_role' && isShareable(scope),
  };
}

/** Filters by primary key, so that JSON is built only for rows found. */
function isAmong({ table, alias }: Scope, found: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const key = sql.join(table.primaryKey.map((name) => sql.ref(`${alias}.${name}`)));
  return sql<SqlBool>`(${key}) in (select ${key} ${found})`;
}

function intersect(own: RowWindow, range: RowWindow, limit: number | null): RowWindow {
  const offset = Math.max(own.offset, range.offset);
  const end = Math.min(
    own.offset + (limit ?? Number.MAX_SAFE_INTEGER / 2),
    range.offset + range.limit,
  );
  return { offset, limit: Math.max(0, Math.min(end - offset, LIMITS.pageRows)) };
}

function isShareable({ table, embeds }: Scope): boolean {
  return isSharedTable(table) && embeds.every(({ scope }) => isShareable(scope));
}

/** Whether the rows are the same for every user, and every change is in the change log. */
export const isSharedTable = (table: TableDefinition): boolean =>
  table.policy.select.isPubliclyCacheable && table.isLogged;

/** PostgreSQL silently truncates longer names. */
const MAX_NAME_BYTES = 63;
const MAX_FIELDS = 100;

/** Rows of a scope that are visible and match; `link` joins an embed to its parent. */
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
    // First, so that the read guard also sees the rows that the other conditions exclude.
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

/** Selects an expression for each row of an embed. */
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
  const terms = scope.level.order.map((term) => {
    const { value, type, nullable } = orderTarget(context, scope, term);
    if (type === 'json') {
      throw tableError(
        'undefinedOperator',
        'could not identify an ordering operator for type json',
        { hint: 'Use an explicit ordering operator or modify the query.' },
      );
    }
    const direction = term.descending ? 'desc' : 'asc';
    // Omitting it for non-null columns allows an index scan.
    if (!nullable) return sql`${value} ${sql.raw(direction)}`;
    // Always explicit, because SQLite's default puts NULLs at the other end.
    return sql`${value} ${sql.raw(direction)} nulls ${sql.raw(term.nulls)}`;
  });
  // The primary key comes last, so that pages do not overlap and both databases use the same order.
  const key = scope.table.primaryKey.map((name) => sql.ref(`${scope.alias}.${name}`));
  return sql.join([...terms, ...key]);
}

function orderTarget(context: BuildContext, scope: Scope, term: OrderTerm): Typed {
  if (term.relation === null) return fieldOf(context, scope, term.field);
  const embed = scope.embeds.find(
    ({ name, item }) => name === term.relation || item.relation === term.relation,
  );
  if (embed === undefined) throw createNotEmbeddedError(term.relation);
  if (embed.relation.cardinality !== 'one') {
    throw tableError(
      'relatedOrderNotToOne',
      `A related order on '${term.relation}' is not possible`,
      {
        details: `'${scope.table.name}' and '${term.relation}' do not form a many-to-one or one-to-one relationship`,
      },
    );
  }
  const { value, type } = fieldOf(context, embed.scope, term.field);
  return { value: sql`(${fromEmbed(context, scope, embed, value)})`, type, nullable: true };
}

/** Members of a row's JSON object. */
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
    if (Buffer.byteLength(key) > MAX_NAME_BYTES) {
      throw tableError('nameTooLong', `identifier "${key.slice(0, MAX_NAME_BYTES)}" is too long`);
    }
  }
  return fields;
}

function starFields(context: BuildContext, scope: Scope): JsonField[] {
  return Object.keys(scope.table.columns).map((name) =>
    toField(name, shownColumnOf(context, scope, name)),
  );
}

function columnField(context: BuildContext, scope: Scope, item: ColumnItem): JsonField {
  if (item.aggregate !== null) {
    throw tableError('aggregatesDisabled', 'Use of aggregate functions is not allowed');
  }
  const { field } = item;
  const typed =
    field.path.length === 0
      ? shownColumnOf(context, scope, field.name)
      : fieldOf(context, scope, field);
  const step = item.field.path.findLast(({ key }) => typeof key === 'string')?.key;
  const key = item.alias ?? String(step ?? item.field.name);
  return toField(key, item.cast === null ? typed : castTo(context, typed, item.cast));
}

const toField = (key: string, { value, type }: Typed): JsonField => ({
  key,
  value,
  type: jsonTypeOf(type),
});

/** `rel(count)`: the number of rows instead of the rows. A column named count takes precedence. */
function countOf(scope: Scope): ColumnItem | null {
  if (Object.hasOwn(scope.table.columns, 'count')) return null;
  const [item, ...others] = scope.items;
  if (item?.kind !== 'column' || others.length > 0) return null;
  const { field, cast, aggregate } = item;
  const isPlain = cast === null && aggregate === null && field.path.length === 0;
  return isPlain && field.name === 'count' ? item : null;
}

/** Counts all visible, matching rows; limit and offset apply to the single result row. */
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
