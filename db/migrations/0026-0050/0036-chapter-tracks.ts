import { type Kysely, sql } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';
import { FOCUSED_TRACKS } from './0034-focus-covers.ts';

const NAME = 'audio_content';

const CHAPTERED_TRACKS: PublishedTable = {
  ...FOCUSED_TRACKS,
  columns: { ...FOCUSED_TRACKS.columns, chapters: 'json' },
};

/** Adds the chapters of a recording: start and title. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  const column =
    engine === 'postgres'
      ? sql`json constraint audio_content_chapters_length check (length(chapters::text) <= 20000)`
      : sql`text constraint audio_content_chapters_json check (json_valid(chapters))
        constraint audio_content_chapters_length check (length(chapters) <= 20000)`;
  await sql`alter table audio_content add column chapters ${column}`.execute(db);
  await publishChanges(db, engine, CHAPTERED_TRACKS);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  await db.schema.alterTable(NAME).dropColumn('chapters').execute();
  await publishChanges(db, engine, FOCUSED_TRACKS);
}

export const chapterTracks: EngineMigration = { up, down };
