import { type Kysely, sql } from 'kysely';
import { columnsOf, createNumberedTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the table of the messages of a ticket after the first one. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createNumberedTable(db, engine, 'ticket_messages')
    .addColumn('ticket_id', type.bigint, (c) => c.notNull())
    .addColumn('author', type.text, (c) =>
      c.notNull().check(isOneOf('author', ['person', 'helpdesk'])),
    )
    .addColumn('text', type.text, (c) => c.notNull())
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addCheckConstraint('ticket_messages_text_length', sql`length(text) <= 20000`)
    .addForeignKeyConstraint(
      'ticket_messages_ticket_id_fkey',
      ['ticket_id'],
      'support_tickets',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('ticket_messages_ticket_id_idx')
    .on('ticket_messages')
    .column('ticket_id')
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('ticket_messages').execute();
}

export const threadTickets: EngineMigration = { up, down };
