import type { Kysely } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates short codes that transfer a sign-in from a shared screen to a phone, or back. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'hand_overs')
    .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
    .addColumn('goes_to', type.text, (c) => c.notNull())
    .addColumn('code_hash', type.text, (c) => c.notNull())
    .addColumn('secret_hash', type.text, (c) => c.notNull())
    .addColumn('user_id', type.uuid)
    .addColumn('session_id', type.uuid)
    .addColumn('created_at', type.timestamp, (c) => c.notNull())
    .addColumn('expires_at', type.timestamp, (c) => c.notNull())
    .addColumn('used_at', type.timestamp)
    .addUniqueConstraint('hand_overs_code_hash_key', ['code_hash'])
    .addUniqueConstraint('hand_overs_secret_hash_key', ['secret_hash'])
    .addForeignKeyConstraint('hand_overs_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'hand_overs_session_id_fkey',
      ['session_id'],
      'sessions',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  for (const column of ['user_id', 'session_id', 'expires_at']) {
    await db.schema
      .createIndex(`hand_overs_${column}_idx`)
      .on('hand_overs')
      .column(column)
      .execute();
  }
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('hand_overs').execute();
}

export const createHandOvers: EngineMigration = { up, down };
