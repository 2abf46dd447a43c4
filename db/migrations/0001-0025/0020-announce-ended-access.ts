import { type Kysely, sql } from 'kysely';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Copied from `change-triggers.ts`, so that later changes there do not affect this migration. */
const CHANGE_LOG_LOCK = 4_105_201;

/**
 * Events that end read access are logged as changes: a deleted session (sign-out, new password, erasure), a ban, a new
 * admin password. The row has an id and no content.
 */
const ENDINGS = [
  { table: 'sessions', when: 'delete', row: 'old', only: sql`true` },
  {
    table: 'users',
    when: 'update of banned_until',
    row: 'new',
    only: sql`new.banned_until is not null and new.banned_until is distinct from old.banned_until`,
  },
  {
    table: 'admin_credentials',
    when: 'update of token_generation',
    row: 'new',
    only: sql`new.token_generation <> old.token_generation`,
  },
] as const;

async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'postgres') await createFunction(db);
  for (const { table, when, row, only } of ENDINGS) {
    const id = sql.ref(`${row}.id`);
    await (engine === 'sqlite'
      ? sql`
        create trigger ${sql.id(`${table}_log_ending`)}
        after ${sql.raw(when)} on ${sql.table(table)} when ${only}
        begin
          insert into change_log (table_name, type, row_key, record, old_record)
          values (${sql.lit(table)}, 'DELETE', json_object('id', ${id}), null, json_object('id', ${id}));
        end`
      : sql`
        create constraint trigger ${sql.id(`${table}_log_ending`)}
        after ${sql.raw(when)} on ${sql.table(table)}
        deferrable initially deferred
        for each row when (${only}) execute function log_ending()`
    ).execute(db);
  }
}

async function createFunction(db: Kysely<any>): Promise<void> {
  await sql`
    create function log_ending() returns trigger language plpgsql as $$
    declare
      row_key json := json_build_object('id', old.id);
    begin
      perform pg_advisory_xact_lock(${sql.lit(CHANGE_LOG_LOCK)});
      insert into change_log (table_name, type, row_key, record, old_record, committed_at)
      values (tg_table_name, 'DELETE', row_key, null, row_key, clock_timestamp());
      perform pg_notify('cradlesong_changes', '');
      return null;
    end $$`.execute(db);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  for (const { table } of ENDINGS) {
    await (engine === 'sqlite'
      ? sql`drop trigger ${sql.id(`${table}_log_ending`)}`
      : sql`drop trigger ${sql.id(`${table}_log_ending`)} on ${sql.table(table)}`
    ).execute(db);
  }
  if (engine === 'postgres') await sql`drop function log_ending()`.execute(db);
}

export const announceEndedAccess: EngineMigration = { up, down };
