import { type Kysely, sql } from 'kysely';
import { addTypeChecks, columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const TABLE = 'track_files';

/**
 * Stores every file a track has ever used, and whether the track is premium now: users can finish a free recording that
 * was replaced, while a replaced premium one stays locked. Triggers maintain it for every write. Rows stay when the
 * track is deleted.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  const table = createTable(db, engine, TABLE)
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('track_id', type.bigint, (c) => c.notNull())
    .addColumn('is_premium', type.boolean, (c) => c.notNull())
    .addPrimaryKeyConstraint('track_files_pkey', ['path', 'track_id']);
  await addTypeChecks(table, engine, TABLE, { is_premium: 'boolean' }).execute();
  await db.schema.createIndex('track_files_track_id_idx').on(TABLE).column('track_id').execute();
  await sql`
    insert into track_files (path, track_id, is_premium)
    select audio_url, id, is_premium from audio_content where audio_url <> ''`.execute(db);
  await (engine === 'sqlite' ? rememberOnSqlite : rememberOnPostgres)(db);
}

const REMEMBER = sql`
  update track_files set is_premium = new.is_premium
  where track_id = new.id and is_premium <> new.is_premium;
  insert into track_files (path, track_id, is_premium)
  select new.audio_url, new.id, new.is_premium where new.audio_url <> ''
  on conflict (path, track_id) do nothing;`;

async function rememberOnSqlite(db: Kysely<any>): Promise<void> {
  for (const when of ['insert', 'update of audio_url, is_premium']) {
    await sql`
      create trigger ${sql.id(`audio_content_files_${when.split(' ')[0]}`)}
      after ${sql.raw(when)} on audio_content
      begin ${REMEMBER} end`.execute(db);
  }
}

async function rememberOnPostgres(db: Kysely<any>): Promise<void> {
  await sql`
    create function remember_track_files() returns trigger language plpgsql as $$
    begin ${REMEMBER}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger audio_content_files
    after insert or update of audio_url, is_premium on audio_content
    for each row execute function remember_track_files()`.execute(db);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'sqlite') {
    await sql`drop trigger audio_content_files_insert`.execute(db);
    await sql`drop trigger audio_content_files_update`.execute(db);
  } else {
    await sql`drop trigger audio_content_files on audio_content`.execute(db);
    await sql`drop function remember_track_files()`.execute(db);
  }
  await db.schema.dropTable(TABLE).execute();
}

export const rememberTrackFiles: EngineMigration = { up, down };
