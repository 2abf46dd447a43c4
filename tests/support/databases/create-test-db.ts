import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { type AppDatabase, type Engine, openDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import { findPostgres } from './find-postgres.ts';
import { runSql } from './run-sql.ts';
import { fillFromTemplate } from './sqlite-template.ts';

/** For `describe.each(ENGINES)`: every database test runs on both engines. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** Rows by table, inserted in this order, so parents must come before children. */
export type Rows = { [Table in keyof Database]?: readonly Insertable<Database[Table]>[] };

interface TestDatabaseOptions {
  /** Uses a SQLite file as in production, where reads and writes can overlap; slower to create. */
  readonly inFile?: boolean;
  /** Statement timeout within transactions on PostgreSQL, in ms. */
  readonly statementMs?: number;
}

const open = new Set<AppDatabase>();

/** Called after each test file. */
export async function closeTestDatabases(): Promise<void> {
  for (const db of open) await db.close();
}

/**
 * A separate database with the current schema and these rows. It is closed and removed after the test file, if not
 * before.
 */
export async function createTestDatabase(
  engine: Engine,
  rows: Rows = {},
  options: TestDatabaseOptions = {},
): Promise<AppDatabase> {
  const db = await openNewDatabase(engine, 'migrated', options);
  if (engine === 'sqlite') await fillFromTemplate(db);
  await insertRows(db, rows);
  return db;
}

/** Like `createTestDatabase`, without migrations and rows. */
export async function createEmptyDatabase(engine: Engine): Promise<AppDatabase> {
  return openNewDatabase(engine, 'empty');
}

/** The URL of a PostgreSQL created here, for use in another process. */
export async function urlOf({ kysely }: AppDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely);
  return `${(await findPostgres()).url}/${rows[0]?.name}`;
}

/** Adds rows to an open database, table by table in this order. */
export async function insertRows(db: AppDatabase, rows: Rows): Promise<void> {
  for (const [table, values = []] of Object.entries(rows)) {
    // Object.entries loses the relation of rows and tables; the parameter's type has checked it.
    const insert = db.kysely.insertInto(table as keyof Database).values(values as never);
    if (values.length > 0) await insert.execute();
  }
}

type Row<Table extends keyof Database> = Selectable<Database[Table]>;

/** Reads the rows of a table with these values, sorted by a numeric id. Without `columns`, returns all columns. */
export async function readRows<
  Table extends keyof Database,
  Column extends keyof Row<Table> = keyof Row<Table>,
>(
  { kysely }: AppDatabase,
  table: Table,
  values: Partial<Row<Table>> = {},
  columns?: readonly Column[],
): Promise<Pick<Row<Table>, Column>[]> {
  // The casts are safe: the parameter types check that the columns belong to the table. The builder cannot check it.
  let query = kysely.selectFrom(table as 'leases').selectAll();
  for (const [column, value] of Object.entries(values)) {
    query = query.where(column as never, '=', value as never);
  }
  const rows = (await query.execute()) as unknown as Row<Table>[];
  const idOf = (row: object) => ('id' in row && typeof row.id === 'number' ? row.id : 0);
  const sorted = rows.sort((one, other) => idOf(one) - idOf(other));
  if (!columns) return sorted;
  const pick = (row: Row<Table>) => Object.fromEntries(columns.map((name) => [name, row[name]]));
  return sorted.map(pick) as Pick<Row<Table>, Column>[];
}

/** The first of these rows; throws if there is none. */
export async function readRow<
  Table extends keyof Database,
  Column extends keyof Row<Table> = keyof Row<Table>,
>(...args: Parameters<typeof readRows<Table, Column>>): Promise<Pick<Row<Table>, Column>> {
  const [row] = await readRows(...args);
  if (!row) throw new Error(`No such row in ${args[1]}`);
  return row;
}

/** Sets columns of all rows with these values. */
export async function changeRows<Table extends keyof Database>(
  { kysely }: AppDatabase,
  table: Table,
  values: Partial<Row<Table>>,
  changes: Updateable<Database[Table]>,
): Promise<void> {
  // The casts are safe for the same reason as in `readRows`.
  let query = kysely.updateTable(table as 'leases').set(changes as never);
  for (const [column, value] of Object.entries(values)) {
    query = query.where(column as never, '=', value as never);
  }
  await query.execute();
}

async function openNewDatabase(
  engine: Engine,
  kind: 'migrated' | 'empty',
  { inFile = false, statementMs = 60_000 }: TestDatabaseOptions = {},
): Promise<AppDatabase> {
  const server = engine === 'postgres' ? await createPostgresDatabase(kind) : undefined;
  const inFolder = () => join(mkdtempSync(join(tmpdir(), 'cradlesong-db-')), 'test.sqlite');
  const db = await openDatabase(
    server ? { url: server.url, statementMs } : { file: inFile ? inFolder() : ':memory:' },
  );
  const own: AppDatabase = {
    ...db,
    async close() {
      open.delete(own);
      await db.close();
      await server?.drop();
    },
  };
  open.add(own);
  return own;
}

async function createPostgresDatabase(kind: 'migrated' | 'empty') {
  const { url, template } = await findPostgres();
  const name = `cradlesong_test_${randomUUID().replaceAll('-', '')}`;
  await runSql(
    url,
    `create database ${name} template ${kind === 'migrated' ? template : 'template0'}`,
  );
  return {
    url: `${url}/${name}`,
    drop: () => runSql(url, `drop database if exists ${name} with (force)`),
  };
}
