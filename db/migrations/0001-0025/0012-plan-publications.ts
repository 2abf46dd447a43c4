import { type Kysely, sql } from 'kysely';
import { type PublishedTable, publishChanges, withdrawChanges } from '../change-triggers.ts';
import { columnsOf, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';
import { AUDIO_CONTENT, NOTIFICATIONS } from './0005-publish-changes.ts';

/** The tracks as this migration publishes them. */
export const PLANNED_TRACKS: PublishedTable = {
  ...AUDIO_CONTENT,
  columns: { ...AUDIO_CONTENT.columns, publish_at: 'timestamp', unpublish_at: 'timestamp' },
};
const ANNOUNCED_NOTIFICATIONS: PublishedTable = {
  ...NOTIFICATIONS,
  columns: { ...NOTIFICATIONS.columns, announced_at: 'timestamp' },
};

/** An enabled track must have a recording. */
const HAS_RECORDING = sql`constraint audio_content_recording_check check (not enabled or audio_url <> '')`;
const STAGES = ['PREGNANCY', 'BIRTHING', 'POSTBIRTH'];
const KNOWS_STAGE = sql`constraint notifications_stage_check check (${isOneOf('stage', STAGES)})`;
/** Leaves space for ten halvings between two neighbours. */
const STEP = 1024;

/**
 * Adds planned publication of tracks and notifications, allows tracks without a recording, and spaces positions, so
 * that moving a track writes one row.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const { timestamp } = columnsOf(engine);
  await withdrawChanges(db, engine, 'audio_content');
  await withdrawChanges(db, engine, 'notifications');
  await sql`update audio_content set enabled = ${columnsOf(engine).no} where audio_url = ''`.execute(
    db,
  );
  await sql`
    update audio_content set position = ranked.place * ${sql.lit(STEP)}
    from (select id, row_number() over (order by position, id) as place from audio_content) as ranked
    where ranked.id = audio_content.id`.execute(db);

  // Notifications with an unknown stage were shown to everyone, and still are.
  await sql`update notifications set stage = null where not (${isOneOf('stage', STAGES)})`.execute(
    db,
  );

  if (engine === 'sqlite') {
    // SQLite cannot add a constraint to an existing table, but a new column may have one.
    await sql`alter table audio_content add column publish_at text ${HAS_RECORDING}`.execute(db);
    await sql`alter table notifications add column announced_at text ${KNOWS_STAGE}`.execute(db);
  } else {
    await db.schema.alterTable('audio_content').addColumn('publish_at', timestamp).execute();
    await sql`alter table audio_content add ${HAS_RECORDING}`.execute(db);
    await db.schema.alterTable('notifications').addColumn('announced_at', timestamp).execute();
    await sql`alter table notifications add ${KNOWS_STAGE}`.execute(db);
  }
  await db.schema.alterTable('audio_content').addColumn('unpublish_at', timestamp).execute();

  for (const column of ['publish_at', 'unpublish_at']) {
    await db.schema
      .createIndex(`audio_content_${column}_idx`)
      .on('audio_content')
      .column(column)
      .where(sql.ref(column), 'is not', null)
      .execute();
  }
  await sql`
    create index notifications_waiting_idx on notifications (publish_at)
    where announced_at is null and publish_at > created_at`.execute(db);
  await publishChanges(db, engine, PLANNED_TRACKS);
  await publishChanges(db, engine, ANNOUNCED_NOTIFICATIONS);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await withdrawChanges(db, engine, 'audio_content');
  await withdrawChanges(db, engine, 'notifications');
  for (const index of [
    'audio_content_publish_at',
    'audio_content_unpublish_at',
    'notifications_waiting',
  ]) {
    await db.schema.dropIndex(`${index}_idx`).execute();
  }
  if (engine === 'postgres') {
    await db.schema
      .alterTable('audio_content')
      .dropConstraint('audio_content_recording_check')
      .execute();
    await db.schema
      .alterTable('notifications')
      .dropConstraint('notifications_stage_check')
      .execute();
  }
  await db.schema.alterTable('notifications').dropColumn('announced_at').execute();
  for (const column of ['unpublish_at', 'publish_at']) {
    await db.schema.alterTable('audio_content').dropColumn(column).execute();
  }
  await publishChanges(db, engine, AUDIO_CONTENT);
  await publishChanges(db, engine, NOTIFICATIONS);
}

export const planPublications: EngineMigration = { up, down };
