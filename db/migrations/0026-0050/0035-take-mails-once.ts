import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine-migration.ts';

/** Adds the hash of the mail a ticket message came from, so that no mail is imported twice. */
async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table ticket_messages add column mail_key text constraint ticket_messages_mail_key_length check (length(mail_key) <= 64)`.execute(
    db,
  );
  await db.schema
    .createIndex('ticket_messages_mail_key_idx')
    .unique()
    .on('ticket_messages')
    .column('mail_key')
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex('ticket_messages_mail_key_idx').execute();
  await db.schema.alterTable('ticket_messages').dropColumn('mail_key').execute();
}

export const takeMailsOnce: EngineMigration = { up, down };
