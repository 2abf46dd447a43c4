import type { Kysely } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** The tables as this migration publishes them; a later migration that adds a column extends these. */
export const AUDIO_CONTENT: PublishedTable = {
  name: 'audio_content',
  key: ['id'],
  columns: {
    id: 'plain',
    title: 'plain',
    description: 'plain',
    category: 'plain',
    duration: 'plain',
    audio_url: 'plain',
    enabled: 'boolean',
    image_url: 'plain',
    kind: 'plain',
    is_premium: 'boolean',
    featured: 'boolean',
    position: 'plain',
    transcript: 'plain',
    loudness_lufs: 'plain',
    ground: 'plain',
    credits: 'plain',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
};
export const NOTIFICATIONS: PublishedTable = {
  name: 'notifications',
  key: ['id'],
  columns: {
    id: 'plain',
    user_id: 'plain',
    title: 'plain',
    body: 'plain',
    stage: 'plain',
    publish_at: 'timestamp',
    withdrawn_at: 'timestamp',
    created_at: 'timestamp',
  },
};

const PUBLISHED: PublishedTable[] = [
  AUDIO_CONTENT,
  {
    name: 'favorites',
    key: ['user_id', 'content_id'],
    columns: { user_id: 'plain', content_id: 'plain', created_at: 'timestamp' },
  },
  {
    name: 'profiles',
    key: ['id'],
    columns: {
      id: 'plain',
      username: 'plain',
      avatar_url: 'plain',
      preferences: 'json',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
  },
  {
    name: 'subscriptions',
    key: ['id'],
    columns: {
      id: 'plain',
      user_id: 'plain',
      plan_type: 'plain',
      status: 'plain',
      start_date: 'timestamp',
      end_date: 'timestamp',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
  },
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
      answered_at: 'timestamp',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
  },
  NOTIFICATIONS,
  {
    name: 'playback_positions',
    key: ['user_id', 'content_id'],
    columns: {
      user_id: 'plain',
      content_id: 'plain',
      position_seconds: 'plain',
      updated_at: 'timestamp',
    },
  },
  {
    name: 'settings',
    key: ['key'],
    columns: { key: 'plain', value: 'json', updated_at: 'timestamp' },
  },
];

async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  for (const table of PUBLISHED) await publishChanges(db, engine, table);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  for (const table of PUBLISHED) await withdrawChanges(db, engine, table.name);
}

export const publishTables: EngineMigration = { up, down };
