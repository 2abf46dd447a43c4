import { type Kysely, sql } from 'kysely';
import { addTypeChecks, columnsOf, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const TOKEN_KINDS = [
  'confirmation',
  'recovery',
  'email_change_current',
  'email_change_new',
  'reauthentication',
];

async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await addTypeChecks(
    createTable(db, engine, 'users')
      .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
      .addColumn('email', type.text, (c) => c.notNull())
      .addColumn('password_hash', type.text)
      .addColumn('email_confirmed_at', type.timestamp)
      .addColumn('invited_at', type.timestamp)
      .addColumn('confirmation_sent_at', type.timestamp)
      .addColumn('recovery_sent_at', type.timestamp)
      .addColumn('email_change', type.text)
      .addColumn('email_change_sent_at', type.timestamp)
      .addColumn('email_change_accepted', type.text)
      .addColumn('last_sign_in_at', type.timestamp)
      .addColumn('banned_until', type.timestamp)
      .addColumn('user_metadata', type.json, (c) => c.notNull().defaultTo(type.emptyObject))
      .addColumn('app_metadata', type.json, (c) => c.notNull().defaultTo(type.emptyObject))
      .addColumn('identity_id', type.uuid, (c) => c.notNull())
      .addColumn('identity_data', type.json, (c) => c.notNull().defaultTo(type.emptyObject))
      .addColumn('reauthentication_sent_at', type.timestamp)
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addUniqueConstraint('users_email_key', ['email']),
    engine,
    'users',
    { user_metadata: 'json', app_metadata: 'json', identity_data: 'json' },
  ).execute();
  await db.schema
    .createIndex('users_created_at_idx')
    .on('users')
    .columns(['created_at', 'id'])
    .execute();

  await addTypeChecks(
    createTable(db, engine, 'sessions')
      .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
      .addColumn('user_id', type.uuid, (c) => c.notNull())
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('expires_at', type.bigint, (c) => c.notNull())
      .addColumn('aal', type.text, (c) => c.notNull().defaultTo('aal1'))
      .addColumn('amr', type.json, (c) => c.notNull())
      .addColumn('refresh_counter', type.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('refreshed_at', type.timestamp)
      .addForeignKeyConstraint('sessions_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
        key.onDelete('cascade'),
      ),
    engine,
    'sessions',
    { amr: 'json' },
  ).execute();
  await db.schema.createIndex('sessions_user_id_idx').on('sessions').column('user_id').execute();
  await db.schema
    .createIndex('sessions_expires_at_idx')
    .on('sessions')
    .column('expires_at')
    .execute();

  await createTable(db, engine, 'flow_states')
    .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
    .addColumn('user_id', type.uuid)
    .addColumn('auth_code_hash', type.text)
    .addColumn('code_challenge', type.text, (c) => c.notNull())
    .addColumn('code_challenge_method', type.text, (c) => c.notNull())
    .addColumn('auth_type', type.text, (c) => c.notNull())
    .addColumn('issued_at', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('flow_states_auth_code_hash_key', ['auth_code_hash'])
    .addForeignKeyConstraint('flow_states_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('flow_states_user_id_idx')
    .on('flow_states')
    .column('user_id')
    .execute();
  await db.schema
    .createIndex('flow_states_created_at_idx')
    .on('flow_states')
    .column('created_at')
    .execute();

  await createTable(db, engine, 'one_time_tokens')
    .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('token_hash', type.text, (c) => c.notNull())
    .addColumn('relates_to', type.text, (c) => c.notNull())
    .addColumn('flow_state_id', type.uuid)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('one_time_tokens_token_hash_key', ['token_hash'])
    .addCheckConstraint('one_time_tokens_kind_check', isOneOf('kind', TOKEN_KINDS))
    .addForeignKeyConstraint('one_time_tokens_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'one_time_tokens_flow_state_id_fkey',
      ['flow_state_id'],
      'flow_states',
      ['id'],
      (key) => key.onDelete('set null'),
    )
    .execute();
  await db.schema
    .createIndex('one_time_tokens_user_id_kind_idx')
    .on('one_time_tokens')
    .columns(['user_id', 'kind'])
    .execute();
  await db.schema
    .createIndex('one_time_tokens_flow_state_id_idx')
    .on('one_time_tokens')
    .column('flow_state_id')
    .execute();

  await createTable(db, engine, 'rate_limits')
    .addColumn('key', type.text, (c) => c.primaryKey().notNull())
    .addColumn('count', type.integer, (c) => c.notNull())
    .addColumn('window_start', type.timestamp, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('rate_limits_window_start_idx')
    .on('rate_limits')
    .column('window_start')
    .execute();

  await createTable(db, engine, 'admin_credentials')
    .addColumn('id', type.integer, (c) => c.primaryKey().notNull())
    .addColumn('password_hash', type.text, (c) => c.notNull())
    .addColumn('token_generation', type.integer, (c) => c.notNull().defaultTo(1))
    .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addCheckConstraint('admin_credentials_id_check', sql`id = 1`)
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  for (const table of [
    'admin_credentials',
    'rate_limits',
    'one_time_tokens',
    'flow_states',
    'sessions',
    'users',
  ]) {
    await db.schema.dropTable(table).execute();
  }
}

export const createAuth: EngineMigration = { up, down };
