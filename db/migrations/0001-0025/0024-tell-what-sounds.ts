import { type Kysely, sql } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const NAME = 'playback_positions';

const PLACES: PublishedTable = {
  name: NAME,
  key: ['user_id', 'content_id'],
  columns: {
    user_id: 'plain',
    content_id: 'plain',
    position_seconds: 'plain',
    updated_at: 'timestamp',
  },
};
const SOUNDING_PLACES: PublishedTable = {
  ...PLACES,
  columns: { ...PLACES.columns, is_playing: 'boolean' },
};

/** Adds a column that tells the user's other devices whether the track was playing when its position was sent. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  const column =
    engine === 'postgres'
      ? sql`boolean not null default false`
      : sql`integer not null default 0 constraint playback_positions_is_playing_check check (is_playing in (0, 1))`;
  await sql`alter table playback_positions add column is_playing ${column}`.execute(db);
  await publishChanges(db, engine, SOUNDING_PLACES);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  await db.schema.alterTable(NAME).dropColumn('is_playing').execute();
  await publishChanges(db, engine, PLACES);
}

export const tellWhatSounds: EngineMigration = { up, down };
