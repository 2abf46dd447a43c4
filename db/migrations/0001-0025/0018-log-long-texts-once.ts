import type { Kysely } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const time = 'timestamp' as const;

/** Tables with long texts that are written once, and short columns that change afterwards. */
const TABLES: (PublishedTable & { long: string[] })[] = [
  {
    name: 'support_tickets',
    key: ['id'],
    columns: {
      id: 'plain',
      user_id: 'plain',
      subject: 'plain',
      message: 'plain',
      status: 'plain',
      answer: 'plain',
      answered_at: time,
      created_at: time,
      updated_at: time,
    },
    long: ['message', 'answer'],
  },
  {
    name: 'deletion_requests',
    key: ['id'],
    columns: {
      id: 'plain',
      user_id: 'plain',
      email: 'plain',
      reason: 'plain',
      feedback: 'plain',
      data_download: 'boolean',
      status: 'plain',
      created_at: time,
      confirmed_at: time,
      approved_at: time,
      due_at: time,
      erased_at: time,
      refused_at: time,
      refusal: 'plain',
    },
    long: ['feedback', 'refusal'],
  },
  {
    name: 'profiles',
    key: ['id'],
    columns: {
      id: 'plain',
      username: 'plain',
      avatar_url: 'plain',
      preferences: 'json',
      created_at: time,
      updated_at: time,
    },
    long: ['preferences'],
  },
  {
    name: 'notifications',
    key: ['id'],
    columns: {
      id: 'plain',
      user_id: 'plain',
      title: 'plain',
      body: 'plain',
      stage: 'plain',
      publish_at: time,
      withdrawn_at: time,
      created_at: time,
      announced_at: time,
    },
    long: ['body'],
  },
];

/** Omits an unchanged long text from the old record of an update. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  for (const table of TABLES) {
    await withdrawChanges(db, engine, table.name);
    await publishChanges(db, engine, table);
  }
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  for (const { long: _long, ...table } of TABLES) {
    await withdrawChanges(db, engine, table.name);
    await publishChanges(db, engine, table);
  }
}

export const logLongTextsOnce: EngineMigration = { up, down };
