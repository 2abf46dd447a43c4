import type { Kysely } from 'kysely';
import { publishChanges, withdrawChanges } from '../change-triggers.ts';
import { columnsOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const TABLE = 'deletion_requests';

/**
 * Adds day and reason of a refusal, and publishes changes of requests. The hash of the mailed token is excluded: the
 * change log has more readers than the mail.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await db.schema.alterTable(TABLE).addColumn('refused_at', type.timestamp).execute();
  await db.schema.alterTable(TABLE).addColumn('refusal', type.text).execute();
  await db.schema.createIndex('deletion_requests_email_idx').on(TABLE).column('email').execute();
  await publishChanges(db, engine, {
    name: TABLE,
    key: ['id'],
    columns: {
      id: 'plain',
      user_id: 'plain',
      email: 'plain',
      reason: 'plain',
      feedback: 'plain',
      data_download: 'boolean',
      status: 'plain',
      created_at: 'timestamp',
      confirmed_at: 'timestamp',
      approved_at: 'timestamp',
      due_at: 'timestamp',
      erased_at: 'timestamp',
      refused_at: 'timestamp',
      refusal: 'plain',
    },
  });
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, TABLE);
  await db.schema.dropIndex('deletion_requests_email_idx').execute();
  await db.schema.alterTable(TABLE).dropColumn('refusal').execute();
  await db.schema.alterTable(TABLE).dropColumn('refused_at').execute();
}

export const publishDeletionRequests: EngineMigration = { up, down };
