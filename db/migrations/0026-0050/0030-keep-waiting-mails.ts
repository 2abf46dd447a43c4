import type { Kysely } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the queue of mails that the mail server has not accepted yet. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'waiting_mails')
    .addColumn('id', type.text, (c) => c.primaryKey().notNull())
    .addColumn('sealed', type.text, (c) => c.notNull())
    .addColumn('tries', type.integer, (c) => c.notNull())
    .addColumn('holder', type.text, (c) => c.notNull())
    .addColumn('held_until', type.timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('waiting_mails_held_until_idx')
    .on('waiting_mails')
    .column('held_until')
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('waiting_mails').execute();
}

export const keepWaitingMails: EngineMigration = { up, down };
