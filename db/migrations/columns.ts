import {
  type ColumnDataType,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  type RawBuilder,
  sql,
} from 'kysely';
import type { MigrationEngine } from './engine-migration.ts';

/**
 * Column types and defaults of the two engines, so that one migration serves both. Released migrations depend on these:
 * only add, never change.
 */
export interface Columns {
  uuid: ColumnDataType | Expression<unknown>;
  text: ColumnDataType | Expression<unknown>;
  integer: ColumnDataType;
  bigint: ColumnDataType;
  real: ColumnDataType;
  boolean: ColumnDataType;
  timestamp: ColumnDataType | Expression<unknown>;
  /** Stored as written, unlike jsonb, so that both engines return the same text. */
  json: ColumnDataType;
  now: RawBuilder<unknown>;
  yes: RawBuilder<unknown>;
  no: RawBuilder<unknown>;
  emptyObject: RawBuilder<unknown>;
}

const POSTGRES: Columns = {
  uuid: 'uuid',
  // Byte order, as in SQLite; searches fold case with a different collation.
  text: sql`text collate "C"`,
  integer: 'integer',
  bigint: 'bigint',
  real: 'double precision',
  boolean: 'boolean',
  timestamp: sql`timestamptz(3)`,
  json: 'json',
  now: sql`now()`,
  yes: sql`true`,
  no: sql`false`,
  emptyObject: sql`'{}'`,
};

/** Maps every type, because STRICT tables accept only SQLite's own type names. */
const SQLITE: Columns = {
  uuid: 'text',
  text: 'text',
  integer: 'integer',
  bigint: 'integer',
  real: 'real',
  boolean: 'integer',
  timestamp: 'text',
  json: 'text',
  now: sql`(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))`,
  yes: sql`1`,
  no: sql`0`,
  emptyObject: sql`'{}'`,
};

export function columnsOf(engine: MigrationEngine): Columns {
  return engine === 'postgres' ? POSTGRES : SQLITE;
}

/** Begins a table; STRICT on SQLite, which otherwise stores text in an integer column. */
export function createTable(
  db: Kysely<any>,
  engine: MigrationEngine,
  name: string,
): CreateTableBuilder<string> {
  const builder = db.schema.createTable(name);
  return engine === 'sqlite' ? builder.modifyEnd(sql`strict`) : builder;
}

/** A table with ids that are never reused. */
export function createNumberedTable(
  db: Kysely<any>,
  engine: MigrationEngine,
  name: string,
): CreateTableBuilder<string, 'id'> {
  return engine === 'sqlite'
    ? createTable(db, engine, name).addColumn('id', 'integer', (c) =>
        c.primaryKey().autoIncrement(),
      )
    : createTable(db, engine, name).addColumn('id', 'bigint', (c) =>
        c.generatedByDefaultAsIdentity().primaryKey(),
      );
}

/**
 * Adds the checks that PostgreSQL's types imply and SQLite's types lack, as in `{ enabled: 'boolean' }`. The
 * constraints have names, so that `readConstraintViolation` finds the table.
 */
export function addTypeChecks<T extends CreateTableBuilder<any, any>>(
  builder: T,
  engine: MigrationEngine,
  table: string,
  columns: Record<string, 'boolean' | 'json'>,
): T {
  if (engine === 'postgres') return builder;
  let checked: CreateTableBuilder<any, any> = builder;
  for (const [column, type] of Object.entries(columns)) {
    const value = sql.ref(column);
    checked = checked.addCheckConstraint(
      `${table}_${column}_check`,
      // JSON that is NULL passes: json_valid(NULL) is NULL.
      type === 'boolean' ? sql`${value} in (0, 1)` : sql`json_valid(${value})`,
    );
  }
  return checked as T;
}

/** `column in ('a', 'b')`, for a CHECK. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<any> {
  return sql`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`;
}
