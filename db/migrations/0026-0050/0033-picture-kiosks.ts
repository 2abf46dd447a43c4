import type { Kysely } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the table of requested screenshots of kiosks. Its changes are not published. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'kiosk_pictures')
    .addColumn('kiosk_id', type.bigint, (c) => c.primaryKey().notNull())
    .addColumn('asked_at', type.timestamp, (c) => c.notNull())
    .addColumn('answered_at', type.timestamp)
    .addColumn('image', type.text)
    .addForeignKeyConstraint(
      'kiosk_pictures_kiosk_id_fkey',
      ['kiosk_id'],
      'kiosks',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('kiosk_pictures').execute();
}

export const pictureKiosks: EngineMigration = { up, down };
