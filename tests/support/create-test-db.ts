import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Insertable, sql } from 'kysely';
import { afterAll } from 'vitest';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { type AppDatabase, type Engine, openDatabase } from '#db/open.ts';
import type { Database } from '#db/schema/database.ts';
import { findPostgres } from './find-postgres.ts';
import { runSql } from './run-sql.ts';

/** For `describe.each(ENGINES)`: what the database promises, it promises on both. */
export const ENGINES: readonly Engine[] = ['sqlite', 'postgres'];

/** Rows by table, inserted in the order written, so parents come before children. */
export type Rows = { [Table in keyof Database]?: readonly Insertable<Database[Table]>[] };

interface TestDatabaseOptions {
  /** SQLite as it runs in earnest, where one connection reads while another writes; slower to make. */
  readonly inFile?: boolean;
  /** How long a statement of a transaction may take on PostgreSQL. */
  readonly statementMs?: number;
}

const open = new Set<AppDatabase>();
afterAll(async () => {
  for (const db of open) await db.close();
});

/**
 * A database of the test's own with the current schema and these rows. It closes with the test file
 * at the latest, and is gone then.
 */
export async function createTestDatabase(
  engine: Engine,
  rows: Rows = {},
  options: TestDatabaseOptions = {},
): Promise<AppDatabase> {
  const db = await openNewDatabase(engine, 'migrated', options);
  if (engine === 'sqlite') await migrateToLatest(db);
  await insertRows(db, rows);
  return db;
}

/** The same before any migration has run. */
export async function createEmptyDatabase(engine: Engine): Promise<AppDatabase> {
  return openNewDatabase(engine, 'empty');
}

/** The address of a PostgreSQL made here, for a process of its own. */
export async function urlOf({ kysely }: AppDatabase): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(kysely);
  return `${(await findPostgres()).url}/${rows[0]?.name}`;
}

/** Adds rows to a database that is open already, table by table in the order written. */
export async function insertRows(db: AppDatabase, rows: Rows): Promise<void> {
  for (const [table, values = []] of Object.entries(rows)) {
    // Object.entries forgets which rows belong to which table; the parameter's type has checked it
    const insert = db.kysely.insertInto(table as keyof Database).values(values as never);
    if (values.length > 0) await insert.execute();
  }
}

async function openNewDatabase(
  engine: Engine,
  kind: 'migrated' | 'empty',
  { inFile = false, statementMs = 60_000 }: TestDatabaseOptions = {},
): Promise<AppDatabase> {
  const server = engine === 'postgres' ? await createPostgresDatabase(kind) : undefined;
  const folder = inFile && !server ? mkdtempSync(join(tmpdir(), 'cradlesong-db-')) : undefined;
  const db = await openDatabase(
    server
      ? { url: server.url, statementMs }
      : { file: folder === undefined ? ':memory:' : join(folder, 'test.sqlite') },
  );
  const own: AppDatabase = {
    ...db,
    async close() {
      open.delete(own);
      await db.close();
      await server?.drop();
      if (folder !== undefined) rmSync(folder, { recursive: true });
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
