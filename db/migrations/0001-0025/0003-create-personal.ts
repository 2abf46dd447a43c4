import { type Kysely, sql } from 'kysely';
import { addTypeChecks, columnsOf, createNumberedTable, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the tables of personal data, which is deleted with the account. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);

  await addTypeChecks(
    createTable(db, engine, 'profiles')
      .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
      .addColumn('username', type.text)
      .addColumn('avatar_url', type.text)
      .addColumn('preferences', type.json, (c) => c.notNull().defaultTo(type.emptyObject))
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addForeignKeyConstraint('profiles_id_fkey', ['id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    engine,
    'profiles',
    { preferences: 'json' },
  ).execute();

  await createTable(db, engine, 'favorites')
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('content_id', type.bigint, (c) => c.notNull())
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addPrimaryKeyConstraint('favorites_pkey', ['user_id', 'content_id'])
    .addForeignKeyConstraint('favorites_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'favorites_content_id_fkey',
      ['content_id'],
      'audio_content',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('favorites_content_id_idx')
    .on('favorites')
    .column('content_id')
    .execute();
  await db.schema
    .createIndex('favorites_user_id_created_at_idx')
    .on('favorites')
    .columns(['user_id', 'created_at'])
    .execute();

  await createNumberedTable(db, engine, 'user_activity')
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('content_id', type.bigint, (c) => c.notNull())
    .addColumn('action_type', type.text, (c) => c.notNull())
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addCheckConstraint('user_activity_action_type_check', isOneOf('action_type', ['play']))
    .addForeignKeyConstraint('user_activity_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'user_activity_content_id_fkey',
      ['content_id'],
      'audio_content',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('user_activity_user_id_created_at_idx')
    .on('user_activity')
    .columns(['user_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('user_activity_content_id_created_at_idx')
    .on('user_activity')
    .columns(['content_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('user_activity_created_at_idx')
    .on('user_activity')
    .column('created_at')
    .execute();

  await createTable(db, engine, 'playback_positions')
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('content_id', type.bigint, (c) => c.notNull())
    .addColumn('position_seconds', type.real, (c) => c.notNull())
    .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addPrimaryKeyConstraint('playback_positions_pkey', ['user_id', 'content_id'])
    .addCheckConstraint('playback_positions_position_seconds_check', sql`position_seconds >= 0`)
    .addForeignKeyConstraint(
      'playback_positions_user_id_fkey',
      ['user_id'],
      'users',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'playback_positions_content_id_fkey',
      ['content_id'],
      'audio_content',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('playback_positions_content_id_idx')
    .on('playback_positions')
    .column('content_id')
    .execute();
  await db.schema
    .createIndex('playback_positions_user_id_updated_at_idx')
    .on('playback_positions')
    .columns(['user_id', 'updated_at'])
    .execute();

  await createNumberedTable(db, engine, 'subscriptions')
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('plan_type', type.text, (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull().defaultTo('active'))
    .addColumn('start_date', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('end_date', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('subscriptions_user_id_key', ['user_id'])
    .addForeignKeyConstraint('subscriptions_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('subscriptions_status_idx')
    .on('subscriptions')
    .columns(['status', 'end_date'])
    .execute();

  await addTypeChecks(
    createNumberedTable(db, engine, 'consents')
      .addColumn('user_id', type.uuid, (c) => c.notNull())
      .addColumn('kind', type.text, (c) => c.notNull())
      .addColumn('text_version', type.text, (c) => c.notNull())
      .addColumn('granted', type.boolean, (c) => c.notNull())
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('withdrawn_at', type.timestamp)
      .addForeignKeyConstraint('consents_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    engine,
    'consents',
    { granted: 'boolean' },
  ).execute();
  await db.schema
    .createIndex('consents_user_id_kind_idx')
    .on('consents')
    .columns(['user_id', 'kind'])
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  for (const table of [
    'consents',
    'subscriptions',
    'playback_positions',
    'user_activity',
    'favorites',
    'profiles',
  ]) {
    await db.schema.dropTable(table).execute();
  }
}

export const createPersonal: EngineMigration = { up, down };
