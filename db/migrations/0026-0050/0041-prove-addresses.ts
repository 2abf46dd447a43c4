import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/**
 * Adds the time at which an address was verified by mail. Before that, the data of a sign-up is stored with the
 * token of its mail, so that nothing a stranger submitted for the same address survives.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await db.schema.alterTable('users').addColumn('email_proved_at', type.timestamp).execute();
  await sql`update users set email_proved_at = email_confirmed_at`.execute(db);
  for (const [column, kind] of [
    ['password_hash', type.text],
    ['user_metadata', type.json],
    ['play_log_consent', type.boolean],
  ] as const) {
    await db.schema.alterTable('one_time_tokens').addColumn(column, kind).execute();
  }
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('users').dropColumn('email_proved_at').execute();
  for (const column of ['password_hash', 'user_metadata', 'play_log_consent']) {
    await db.schema.alterTable('one_time_tokens').dropColumn(column).execute();
  }
}

export const proveAddresses: EngineMigration = { up, down };
