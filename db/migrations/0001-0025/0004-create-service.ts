import { type Kysely, sql } from 'kysely';
import { addTypeChecks, columnsOf, createNumberedTable, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const NEWSLETTER_STATES = ['pending', 'confirmed', 'unsubscribed'];
const DELETION_STATES = ['received', 'confirmed', 'approved', 'erased', 'refused'];
const DELETION_REASONS = [
  'not-using',
  'too-expensive',
  'technical-issues',
  'privacy-concerns',
  'found-alternative',
  'other',
];

/** Creates the tables of the service: tickets, requests, and records that outlive accounts. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);

  await createNumberedTable(db, engine, 'support_tickets')
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('subject', type.text, (c) => c.notNull())
    .addColumn('message', type.text, (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull().defaultTo('open'))
    .addColumn('answer', type.text)
    .addColumn('answered_at', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addForeignKeyConstraint('support_tickets_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('support_tickets_user_id_created_at_idx')
    .on('support_tickets')
    .columns(['user_id', 'created_at'])
    .execute();
  await db.schema
    .createIndex('support_tickets_status_created_at_idx')
    .on('support_tickets')
    .columns(['status', 'created_at'])
    .execute();

  await createNumberedTable(db, engine, 'notifications')
    .addColumn('user_id', type.uuid)
    .addColumn('title', type.text, (c) => c.notNull())
    .addColumn('body', type.text, (c) => c.notNull())
    .addColumn('stage', type.text)
    .addColumn('publish_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('withdrawn_at', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addForeignKeyConstraint('notifications_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('notifications_user_id_publish_at_idx')
    .on('notifications')
    .columns(['user_id', 'publish_at'])
    .execute();

  await createTable(db, engine, 'notification_reads')
    .addColumn('notification_id', type.bigint, (c) => c.notNull())
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('read_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addPrimaryKeyConstraint('notification_reads_pkey', ['notification_id', 'user_id'])
    .addForeignKeyConstraint(
      'notification_reads_notification_id_fkey',
      ['notification_id'],
      'notifications',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'notification_reads_user_id_fkey',
      ['user_id'],
      'users',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('notification_reads_user_id_idx')
    .on('notification_reads')
    .column('user_id')
    .execute();

  await createNumberedTable(db, engine, 'newsletter_subscribers')
    .addColumn('email', type.text, (c) => c.notNull())
    .addColumn('status', type.text, (c) => c.notNull().defaultTo('pending'))
    .addColumn('token_hash', type.text, (c) => c.notNull())
    .addColumn('source', type.text)
    .addColumn('text_version', type.text)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('confirmed_at', type.timestamp)
    .addColumn('unsubscribed_at', type.timestamp)
    .addUniqueConstraint('newsletter_subscribers_email_key', ['email'])
    .addCheckConstraint('newsletter_subscribers_status_check', isOneOf('status', NEWSLETTER_STATES))
    .execute();
  await db.schema
    .createIndex('newsletter_subscribers_token_hash_idx')
    .on('newsletter_subscribers')
    .column('token_hash')
    .execute();

  await addTypeChecks(
    createNumberedTable(db, engine, 'deletion_requests')
      .addColumn('user_id', type.uuid)
      .addColumn('email', type.text, (c) => c.notNull())
      .addColumn('reason', type.text, (c) => c.notNull())
      .addColumn('feedback', type.text)
      .addColumn('data_download', type.boolean, (c) => c.notNull().defaultTo(type.no))
      .addColumn('status', type.text, (c) => c.notNull().defaultTo('received'))
      .addColumn('token_hash', type.text)
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('confirmed_at', type.timestamp)
      .addColumn('approved_at', type.timestamp)
      .addColumn('due_at', type.timestamp)
      .addColumn('erased_at', type.timestamp)
      .addCheckConstraint('deletion_requests_status_check', isOneOf('status', DELETION_STATES))
      .addCheckConstraint('deletion_requests_reason_check', isOneOf('reason', DELETION_REASONS))
      .addForeignKeyConstraint(
        'deletion_requests_user_id_fkey',
        ['user_id'],
        'users',
        ['id'],
        (key) => key.onDelete('set null'),
      ),
    engine,
    'deletion_requests',
    { data_download: 'boolean' },
  ).execute();
  await db.schema
    .createIndex('deletion_requests_user_id_idx')
    .on('deletion_requests')
    .column('user_id')
    .execute();
  await db.schema
    .createIndex('deletion_requests_status_due_at_idx')
    .on('deletion_requests')
    .columns(['status', 'due_at'])
    .execute();
  await db.schema
    .createIndex('deletion_requests_token_hash_idx')
    .on('deletion_requests')
    .column('token_hash')
    .where(sql.ref('token_hash'), 'is not', null)
    .execute();

  await addTypeChecks(
    createNumberedTable(db, engine, 'audit_log')
      .addColumn('actor', type.text, (c) => c.notNull())
      .addColumn('action', type.text, (c) => c.notNull())
      .addColumn('table_name', type.text, (c) => c.notNull())
      .addColumn('row_id', type.text, (c) => c.notNull())
      .addColumn('before', type.json)
      .addColumn('after', type.json)
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now)),
    engine,
    'audit_log',
    { before: 'json', after: 'json' },
  ).execute();
  await db.schema
    .createIndex('audit_log_created_at_idx')
    .on('audit_log')
    .column('created_at')
    .execute();
  await db.schema
    .createIndex('audit_log_table_name_row_id_idx')
    .on('audit_log')
    .columns(['table_name', 'row_id'])
    .execute();

  await createTable(db, engine, 'tombstones')
    .addColumn('kind', type.text, (c) => c.notNull())
    .addColumn('subject_hash', type.text, (c) => c.notNull())
    .addColumn('erased_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addPrimaryKeyConstraint('tombstones_pkey', ['kind', 'subject_hash'])
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  for (const table of [
    'tombstones',
    'audit_log',
    'deletion_requests',
    'newsletter_subscribers',
    'notification_reads',
    'notifications',
    'support_tickets',
  ]) {
    await db.schema.dropTable(table).execute();
  }
}

export const createService: EngineMigration = { up, down };
