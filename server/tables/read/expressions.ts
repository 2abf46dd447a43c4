import { type Expression, type RawBuilder, sql } from 'kysely';
import type { ColumnType } from '#contract/rows/define-table.ts';
import type { DialectSql, JsonType } from '#db/queries/dialect-sql.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import type { Field, JsonStep } from '../query/ast.ts';
import type { ColumnDefinition, ShowAddress, TableDefinition } from '../registry.ts';
import { createOperatorError, tableError } from '../tables.errors.ts';
import type { Scope } from './scope.ts';

/** Caller and time of a statement. */
export interface BuildContext {
  readonly dialect: DialectSql;
  readonly actor: Actor;
  readonly now: string;
  /** Prefix of every address in the answer. */
  readonly origin: string;
}

export interface Typed {
  readonly value: Expression<unknown>;
  readonly type: ColumnType;
  readonly nullable: boolean;
}

const JSON_TYPES: Readonly<Record<ColumnType, JsonType>> = {
  integer: 'integer',
  'double precision': 'real',
  text: 'text',
  boolean: 'boolean',
  uuid: 'text',
  'timestamp with time zone': 'timestamp',
  json: 'json',
};

export const jsonTypeOf = (type: ColumnType): JsonType => JSON_TYPES[type];

/** The only conversion of a requested name to a name in SQL; refuses unregistered columns. */
function findColumn(table: TableDefinition, name: string): ColumnDefinition {
  const column = Object.hasOwn(table.columns, name) ? table.columns[name] : undefined;
  if (column === undefined) {
    throw tableError('undefinedColumn', `column ${table.name}.${name} does not exist`);
  }
  return column;
}

function columnOf(
  context: BuildContext,
  scope: Pick<Scope, 'table' | 'alias'>,
  name: string,
  show: ShowAddress = asStored,
): Typed {
  const { type, nullable, mask } = findColumn(scope.table, name);
  const isMasked = mask !== undefined && context.actor.role !== 'service_role';
  const value = isMasked ? mask.expression(scope.alias, show) : show(sql.id(scope.alias, name));
  return { value, type, nullable };
}

/** The column as sent to clients: with the origin before a stored path. */
export function shownColumnOf(
  context: BuildContext,
  scope: Pick<Scope, 'table' | 'alias'>,
  name: string,
): Typed {
  const { isAddress } = findColumn(scope.table, name);
  const withOrigin: ShowAddress = (address) =>
    sql`(case when substr(${address}, 1, 1) = '/' then ${context.origin} else '' end || ${address})`;
  return columnOf(context, scope, name, isAddress ? withOrigin : asStored);
}

const asStored: ShowAddress = (address) => address;

export function fieldOf(
  context: BuildContext,
  scope: Pick<Scope, 'table' | 'alias'>,
  field: Field,
): Typed {
  const base = columnOf(context, scope, field.name);
  if (field.path.length === 0) return base;
  return followPath(context, base, field.path);
}

function followPath(context: BuildContext, base: Typed, path: readonly JsonStep[]): Typed {
  const last = path.at(-1);
  const isText = last?.arrow === '->>';
  const early = path.slice(0, -1).find(({ arrow }) => arrow === '->>');
  if (base.type !== 'json' || early !== undefined) {
    const type = base.type === 'json' ? 'text' : base.type;
    throw createOperatorError(`${type} ${(early ?? last)?.arrow} unknown`);
  }
  const keys = path.map(({ key }) => key);
  const value = context.dialect.jsonPath(base.value, keys, isText ? 'text' : 'json');
  return { value, type: isText ? 'text' : 'json', nullable: true };
}

const CAST_TARGETS: Readonly<Record<string, ColumnType>> = {
  text: 'text',
  varchar: 'text',
  'character varying': 'text',
  int: 'integer',
  int4: 'integer',
  integer: 'integer',
  int8: 'integer',
  bigint: 'integer',
  float8: 'double precision',
  'double precision': 'double precision',
  real: 'double precision',
  float4: 'double precision',
  numeric: 'double precision',
  bool: 'boolean',
  boolean: 'boolean',
  uuid: 'uuid',
  timestamptz: 'timestamp with time zone',
  'timestamp with time zone': 'timestamp with time zone',
  json: 'json',
  jsonb: 'json',
};

/** Allows only casts that succeed for every value, because others would fail on one database only. */
export function castTo(context: BuildContext, from: Typed, cast: string): Typed {
  const type = Object.hasOwn(CAST_TARGETS, cast) ? CAST_TARGETS[cast] : undefined;
  if (type === undefined) throw tableError('undefinedType', `type "${cast}" does not exist`);
  if (type === from.type) return from;
  const { value, nullable } = from;
  if (type === 'text') {
    return { value: context.dialect.toText(value, jsonTypeOf(from.type)), type, nullable };
  }
  const convert = NUMERIC_CASTS[`${from.type} ${type}`];
  if (convert === undefined) {
    throw tableError('cannotCast', `cannot cast type ${from.type} to ${type}`);
  }
  return { value: convert(value), type, nullable };
}

const NUMERIC_CASTS: Readonly<Record<string, (value: Expression<unknown>) => RawBuilder<unknown>>> =
  {
    'integer double precision': (value) => sql`${value}`,
    'integer boolean': (value) => sql`(${value} <> 0)`,
    'boolean integer': (value) => sql`case when ${value} then 1 when not ${value} then 0 end`,
  };
