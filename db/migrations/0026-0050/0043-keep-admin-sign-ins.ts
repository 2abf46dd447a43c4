import { type Kysely, sql } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/**
 * Creates the table of sessions on machines where an admin stays signed in. Deleting a session ends its open streams,
 * as in `0020-announce-ended-access`.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'admin_sessions')
    .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
    .addColumn('admin_id', type.uuid)
    .addColumn('token_hash', type.text, (c) => c.notNull())
    .addColumn('token_generation', type.integer, (c) => c.notNull())
    .addColumn('device', type.text)
    .addColumn('created_at', type.timestamp, (c) => c.notNull())
    .addColumn('last_used_at', type.timestamp, (c) => c.notNull())
    .addColumn('expires_at', type.timestamp, (c) => c.notNull())
    .addUniqueConstraint('admin_sessions_token_hash_key', ['token_hash'])
    .addForeignKeyConstraint(
      'admin_sessions_admin_id_fkey',
      ['admin_id'],
      'admin_people',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('admin_sessions_admin_id')
    .on('admin_sessions')
    .column('admin_id')
    .execute();
  await (engine === 'sqlite'
    ? sql`
      create trigger admin_sessions_log_ending
      after delete on admin_sessions
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values ('admin_sessions', 'DELETE', json_object('id', old.id), null, json_object('id', old.id));
      end`
    : sql`
      create constraint trigger admin_sessions_log_ending
      after delete on admin_sessions
      deferrable initially deferred
      for each row execute function log_ending()`
  ).execute(db);
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('admin_sessions').execute();
}

export const keepAdminSignIns: EngineMigration = { up, down };
