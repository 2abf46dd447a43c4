import type { Kysely } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates leases: one process at a time runs a task. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'leases')
    .addColumn('task', type.text, (c) => c.primaryKey().notNull())
    .addColumn('holder', type.text, (c) => c.notNull())
    .addColumn('held_until', type.timestamp, (c) => c.notNull())
    .addColumn('done_at', type.timestamp)
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('leases').execute();
}

export const shareTasks: EngineMigration = { up, down };
