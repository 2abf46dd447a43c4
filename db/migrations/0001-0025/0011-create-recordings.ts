import { type Kysely, sql } from 'kysely';
import { publishChanges, withdrawChanges } from '../change-triggers.ts';
import { columnsOf, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const TABLE = 'recordings';
const STATES = [
  'waiting',
  'measuring',
  'measured',
  'levelling',
  'levelled',
  'fits',
  'silent',
  'no_ffmpeg',
  'failed',
];

/** Creates the table of uploaded recordings' metadata; separate from tracks, whose recording can change. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, TABLE)
    .addColumn('path', type.text, (c) => c.notNull().primaryKey())
    .addColumn('state', type.text, (c) => c.notNull().defaultTo(sql`'waiting'`))
    .addColumn('bytes', type.bigint, (c) => c.notNull())
    .addColumn('codec', type.text)
    .addColumn('bitrate', type.integer)
    .addColumn('seconds', type.real)
    .addColumn('loudness_lufs', type.real)
    .addColumn('true_peak_db', type.real)
    .addColumn('target_lufs', type.real)
    .addColumn('levelled_path', type.text)
    .addColumn('levelled_lufs', type.real)
    .addColumn('levelled_peak_db', type.real)
    .addColumn('failure', type.text)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addCheckConstraint('recordings_state_check', isOneOf('state', STATES))
    .execute();
  await db.schema
    .createIndex('audio_content_audio_url_idx')
    .on('audio_content')
    .column('audio_url')
    .execute();
  await publishChanges(db, engine, {
    name: TABLE,
    key: ['path'],
    columns: {
      path: 'plain',
      state: 'plain',
      bytes: 'plain',
      codec: 'plain',
      bitrate: 'plain',
      seconds: 'plain',
      loudness_lufs: 'plain',
      true_peak_db: 'plain',
      target_lufs: 'plain',
      levelled_path: 'plain',
      levelled_lufs: 'plain',
      levelled_peak_db: 'plain',
      failure: 'plain',
      created_at: 'timestamp',
      updated_at: 'timestamp',
    },
  });
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, TABLE);
  await db.schema.dropIndex('audio_content_audio_url_idx').execute();
  await db.schema.dropTable(TABLE).execute();
}

export const createRecordings: EngineMigration = { up, down };
