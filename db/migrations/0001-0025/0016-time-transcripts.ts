import { type Kysely, sql } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';
import { PLANNED_TRACKS } from './0012-plan-publications.ts';

const TIMED_TRACKS: PublishedTable = {
  ...PLANNED_TRACKS,
  columns: { ...PLANNED_TRACKS.columns, transcript_timings: 'json' },
};

/** Adds the time of each sentence of a transcript. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, 'audio_content');
  const column =
    engine === 'postgres'
      ? sql`json`
      : sql`text constraint audio_content_transcript_timings_json check (json_valid(transcript_timings))`;
  await sql`alter table audio_content add column transcript_timings ${column}`.execute(db);
  await publishChanges(db, engine, TIMED_TRACKS);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, 'audio_content');
  await db.schema.alterTable('audio_content').dropColumn('transcript_timings').execute();
  await publishChanges(db, engine, PLANNED_TRACKS);
}

export const timeTranscripts: EngineMigration = { up, down };
