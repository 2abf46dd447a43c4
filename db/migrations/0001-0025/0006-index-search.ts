import { type Kysely, sql } from 'kysely';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/**
 * Indexes trigrams of title and description, so that a search is fast in a large library: on SQLite a trigram table
 * maintained by triggers, on PostgreSQL two indexes if the extension is available.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'postgres') await indexOnPostgres(db);
  else await indexOnSqlite(db);
}

async function indexOnSqlite(db: Kysely<any>): Promise<void> {
  const add = sql`
    insert into audio_content_search (rowid, title, description)
    values (new.id, new.title, new.description);`;
  const remove = sql`
    insert into audio_content_search (audio_content_search, rowid, title, description)
    values ('delete', old.id, old.title, old.description);`;
  await sql`
    create virtual table audio_content_search using fts5(
      title, description, content = 'audio_content', content_rowid = 'id', tokenize = 'trigram'
    )`.execute(db);
  await sql`insert into audio_content_search (audio_content_search) values ('rebuild')`.execute(db);
  await sql`
    create trigger audio_content_search_insert after insert on audio_content
    begin ${add} end`.execute(db);
  await sql`
    create trigger audio_content_search_update
    after update of id, title, description on audio_content
    begin ${remove} ${add} end`.execute(db);
  await sql`
    create trigger audio_content_search_delete after delete on audio_content
    begin ${remove} end`.execute(db);
  await describeIndexes(db);
}

/**
 * Without statistics SQLite assumes that `enabled = 1` is selective and scans the whole list instead of looking up the
 * few candidates of a search. These statistics are of 100,000 tracks; for few tracks any plan is good.
 */
const FIGURES: Record<string, string> = {
  enabled_id: '100000 90000 1',
  enabled_position: '100000 90000 100 1',
  enabled_title: '100000 90000 2 1',
  enabled_created_at: '100000 90000 2 1',
  category: '100000 90000 30000 30 1',
  position: '100000 100 1',
  title: '100000 2 1',
  created_at: '100000 2 1',
};

async function describeIndexes(db: Kysely<any>): Promise<void> {
  // Analyses nothing, but creates the table of statistics.
  await sql`analyze sqlite_schema`.execute(db);
  for (const [name, figures] of Object.entries(FIGURES)) {
    await sql`
      insert into sqlite_stat1 (tbl, idx, stat)
      values ('audio_content', ${`audio_content_${name}_idx`}, ${figures})`.execute(db);
  }
  await sql`analyze sqlite_schema`.execute(db);
}

/** The expression must be identical to the expression of a search, or the planner will not use the index. */
async function indexOnPostgres(db: Kysely<any>): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_available_extensions where name = 'pg_trgm'`.execute(db);
  if (rows.length === 0) return;
  await sql`create extension if not exists pg_trgm`.execute(db);
  for (const column of ['title', 'description']) {
    await sql`
      create index ${sql.id(`audio_content_${column}_search_idx`)} on audio_content
      using gin (lower(${sql.ref(column)} collate "und-x-icu") gin_trgm_ops)`.execute(db);
  }
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'postgres') {
    // The extension stays: others may use it by now.
    await sql`drop index if exists audio_content_title_search_idx`.execute(db);
    await sql`drop index if exists audio_content_description_search_idx`.execute(db);
    return;
  }
  for (const operation of ['insert', 'update', 'delete']) {
    await sql`drop trigger ${sql.id(`audio_content_search_${operation}`)}`.execute(db);
  }
  await sql`drop table audio_content_search`.execute(db);
  await sql`delete from sqlite_stat1 where tbl = 'audio_content'`.execute(db);
  await sql`analyze sqlite_schema`.execute(db);
}

export const indexSearch: EngineMigration = { up, down };
