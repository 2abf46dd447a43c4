import { type Kysely, sql } from 'kysely';
import { columnsOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/**
 * Counts plays per hour of day, without user and day: over a month, each hour covers many users. It starts empty,
 * because the consent for the play log did not include this.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await db.schema
    .createTable('play_hours')
    .modifyEnd(engine === 'sqlite' ? sql`strict, without rowid` : sql``)
    .addColumn('month', type.text, (c) => c.notNull())
    .addColumn('hour', type.integer, (c) => c.notNull())
    .addColumn('plays', type.bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('play_hours_pkey', ['month', 'hour'])
    .execute();
  const count = (month: string, hour: string) => sql`
    insert into play_hours (month, hour, plays)
    values (${sql.raw(month)}, cast(${sql.raw(hour)} as integer), 1)
    on conflict (month, hour) do update set plays = play_hours.plays + 1;`;
  if (engine === 'sqlite') {
    const counted = count('substr(new.created_at, 1, 7)', 'substr(new.created_at, 12, 2)');
    await sql`
      create trigger user_activity_count_hour after insert on user_activity
      begin ${counted} end`.execute(db);
    return;
  }
  const part = (format: string) => `to_char(new.created_at at time zone 'UTC', '${format}')`;
  await sql`
    create function count_hour() returns trigger language plpgsql as $$
    begin ${count(part('YYYY-MM'), part('HH24'))}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger user_activity_count_hour after insert on user_activity
    for each row execute function count_hour()`.execute(db);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'sqlite') await sql`drop trigger user_activity_count_hour`.execute(db);
  else {
    await sql`drop trigger user_activity_count_hour on user_activity`.execute(db);
    await sql`drop function count_hour()`.execute(db);
  }
  await db.schema.dropTable('play_hours').execute();
}

export const countHours: EngineMigration = { up, down };
