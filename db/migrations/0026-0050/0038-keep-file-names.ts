import { type Kysely, sql } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the table of the original names of uploaded files, whose stored names are ASCII only. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'file_names')
    .addColumn('path', type.text, (c) => c.notNull().primaryKey())
    .addColumn('name', type.text, (c) => c.notNull())
    .addCheckConstraint('file_names_name_length', sql`length(name) <= 240`)
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('file_names').execute();
}

export const keepFileNames: EngineMigration = { up, down };
