import type { Kysely } from 'kysely';
import { publishChanges, withdrawChanges } from '../change-triggers.ts';
import { addTypeChecks, columnsOf, createNumberedTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the table of the kiosks known to this server, with their status and settings. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  const table = createNumberedTable(db, engine, 'kiosks')
    .addColumn('is_own', type.boolean, (c) => c.notNull())
    .addColumn('token_hash', type.text)
    .addColumn('code_hash', type.text)
    .addColumn('version', type.text)
    .addColumn('state', type.text, (c) =>
      c.check(isOneOf('state', ['playing', 'quiet', 'attract', 'closed'])),
    )
    .addColumn('last_seen_at', type.timestamp)
    .addColumn('started_at', type.timestamp)
    .addColumn('last_input_at', type.timestamp)
    .addColumn('last_sound_at', type.timestamp)
    .addColumn('troubles', type.json, (c) => c.notNull().defaultTo('[]'))
    .addColumn('settings', type.json, (c) => c.notNull())
    .addColumn('restart_asked_at', type.timestamp)
    .addColumn('restart_due_at', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('kiosks_token_hash_key', ['token_hash'])
    .addUniqueConstraint('kiosks_code_hash_key', ['code_hash']);
  await addTypeChecks(table, engine, 'kiosks', {
    is_own: 'boolean',
    troubles: 'json',
    settings: 'json',
  }).execute();
  await publishChanges(db, engine, {
    name: 'kiosks',
    key: ['id'],
    columns: {
      id: 'plain',
      is_own: 'boolean',
      version: 'plain',
      state: 'plain',
      last_seen_at: 'timestamp',
      started_at: 'timestamp',
      last_input_at: 'timestamp',
      last_sound_at: 'timestamp',
      troubles: 'json',
      settings: 'json',
      restart_asked_at: 'timestamp',
      restart_due_at: 'timestamp',
      created_at: 'timestamp',
    },
  });
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, 'kiosks');
  await db.schema.dropTable('kiosks').execute();
}

export const createKiosks: EngineMigration = { up, down };
