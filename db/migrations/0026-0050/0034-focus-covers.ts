import { type Kysely, sql } from 'kysely';
import { PLANNED_TRACKS } from '../0001-0025/0012-plan-publications.ts';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const NAME = 'audio_content';

/** The tracks as migration 0016 published them. That migration is released, so it cannot export this. */
const TIMED_TRACKS: PublishedTable = {
  ...PLANNED_TRACKS,
  columns: { ...PLANNED_TRACKS.columns, transcript_timings: 'json' },
};

/** The tracks as this migration publishes them. */
export const FOCUSED_TRACKS: PublishedTable = {
  ...TIMED_TRACKS,
  columns: { ...TIMED_TRACKS.columns, focus: 'plain' },
};

/** Adds the focal point of a cover for other aspect ratios. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  const text = engine === 'postgres' ? sql`text collate "C"` : sql`text`;
  await sql`
    alter table audio_content add column focus ${text}
    constraint audio_content_focus_length check (length(focus) <= 9)`.execute(db);
  await publishChanges(db, engine, FOCUSED_TRACKS);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  await db.schema.alterTable(NAME).dropColumn('focus').execute();
  await publishChanges(db, engine, TIMED_TRACKS);
}

export const focusCovers: EngineMigration = { up, down };
