import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/**
 * Counts plays per day, and per track by day and month, without users. A trigger counts each row of the play log;
 * pruning the log or erasing a user keeps the counts. A ranking of a year reads the few counts by month.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  // On SQLite stored in key order, so that a range of days is contiguous.
  const inOrderOfKey = engine === 'sqlite' ? sql`strict, without rowid` : sql``;
  await db.schema
    .createTable('play_days')
    .modifyEnd(inOrderOfKey)
    .addColumn('day', type.text, (c) => c.notNull())
    .addColumn('plays', type.bigint, (c) => c.notNull())
    .addColumn('seconds_started', type.bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('play_days_pkey', ['day'])
    .execute();
  await db.schema
    .createTable('play_counts')
    .modifyEnd(inOrderOfKey)
    .addColumn('span', type.text, (c) => c.notNull())
    .addColumn('starts', type.text, (c) => c.notNull())
    .addColumn('content_id', type.bigint, (c) => c.notNull())
    .addColumn('plays', type.bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('play_counts_pkey', ['span', 'starts', 'content_id'])
    .addForeignKeyConstraint(
      'play_counts_content_id_fkey',
      ['content_id'],
      'audio_content',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('play_counts_content_id_idx')
    .on('play_counts')
    .column('content_id')
    .execute();
  await countWhatIsThere(db, engine);
  await countWhatComes(db, engine);
}

async function countWhatIsThere(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const day = dayOf(engine, 'user_activity.created_at');
  await sql`
    insert into play_days (day, plays, seconds_started)
    select ${day}, count(*), sum(duration) from user_activity
    join audio_content on audio_content.id = content_id group by 1`.execute(db);
  for (const [span, length] of SPANS) {
    await sql`
      insert into play_counts (span, starts, content_id, plays)
      select ${sql.lit(span)}, substr(${day}, 1, ${sql.lit(length)}), content_id, count(*)
      from user_activity group by 2, 3`.execute(db);
  }
}

async function countWhatComes(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const day = dayOf(engine, 'new.created_at');
  const statements = [
    sql`
      insert into play_days (day, plays, seconds_started)
      values (${day}, 1, (select duration from audio_content where id = new.content_id))
      on conflict (day) do update set plays = play_days.plays + 1,
        seconds_started = play_days.seconds_started + excluded.seconds_started;`,
    ...SPANS.map(
      ([span, length]) => sql`
      insert into play_counts (span, starts, content_id, plays)
      values (${sql.lit(span)}, substr(${day}, 1, ${sql.lit(length)}), new.content_id, 1)
      on conflict (span, starts, content_id) do update set plays = play_counts.plays + 1;`,
    ),
  ];
  const count = sql.join(statements, sql``);
  if (engine === 'sqlite') {
    await sql`
      create trigger user_activity_count_play after insert on user_activity
      begin ${count} end`.execute(db);
    return;
  }
  await sql`
    create function count_play() returns trigger language plpgsql as $$
    begin ${count}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger user_activity_count_play after insert on user_activity
    for each row execute function count_play()`.execute(db);
}

/** Length of the prefix of `2026-01-02` that identifies the period. */
const SPANS = [
  ['day', 10],
  ['month', 7],
] as const;

/** `2026-01-02`, the day in UTC. */
function dayOf(engine: MigrationEngine, column: string) {
  return engine === 'sqlite'
    ? sql`substr(${sql.ref(column)}, 1, 10)`
    : sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`;
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'sqlite') await sql`drop trigger user_activity_count_play`.execute(db);
  else {
    await sql`drop trigger user_activity_count_play on user_activity`.execute(db);
    await sql`drop function count_play()`.execute(db);
  }
  await db.schema.dropTable('play_counts').execute();
  await db.schema.dropTable('play_days').execute();
}

export const countPlays: EngineMigration = { up, down };
