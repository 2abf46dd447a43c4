import { type Kysely, sql } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import { columnsOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const NAME = 'recordings';

const RECORDINGS: PublishedTable = {
  name: NAME,
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
};
const SHAPED_RECORDINGS: PublishedTable = {
  ...RECORDINGS,
  columns: {
    ...RECORDINGS.columns,
    is_stopped: 'boolean',
    progress: 'plain',
    peaks: 'json',
    wanted_kbits: 'plain',
    levelled_bytes: 'plain',
    levelled_kbits: 'plain',
  },
  long: ['peaks'],
};

/** Adds the progress of processing, whether the owner stopped it, the waveform, and the target size for playback. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const { real, integer, bigint } = columnsOf(engine);
  await withdrawChanges(db, engine, NAME);
  const isStopped =
    engine === 'postgres'
      ? sql`boolean not null default false`
      : sql`integer not null default 0 constraint recordings_is_stopped_check check (is_stopped in (0, 1))`;
  const peaks =
    engine === 'postgres'
      ? sql`json constraint recordings_peaks_length check (length(peaks::text) <= 2000)`
      : sql`text constraint recordings_peaks_check check (json_valid(peaks))
          constraint recordings_peaks_length check (length(peaks) <= 2000)`;
  await sql`alter table recordings add column is_stopped ${isStopped}`.execute(db);
  await sql`alter table recordings add column peaks ${peaks}`.execute(db);
  const columns = {
    progress: real,
    wanted_kbits: integer,
    levelled_bytes: bigint,
    levelled_kbits: integer,
  };
  for (const [column, type] of Object.entries(columns)) {
    await db.schema.alterTable(NAME).addColumn(column, type).execute();
  }
  await publishChanges(db, engine, SHAPED_RECORDINGS);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, NAME);
  const added = Object.keys(SHAPED_RECORDINGS.columns).filter(
    (column) => !(column in RECORDINGS.columns),
  );
  for (const column of added) await db.schema.alterTable(NAME).dropColumn(column).execute();
  await publishChanges(db, engine, RECORDINGS);
}

export const shapeRecordings: EngineMigration = { up, down };
