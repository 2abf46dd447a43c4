import { sql } from 'kysely';
import { migrateToLatest } from '#db/migrations/migrate.ts';
import { type AppDatabase, openDatabase } from '#db/open.ts';

let template: Promise<readonly string[]> | undefined;

/** Gives an empty SQLite database the current schema. Running every migration would take ten times as long. */
export async function fillFromTemplate(db: AppDatabase): Promise<void> {
  template ??= dumpMigrated();
  const statements = await template;
  await db.transaction(async (trx) => {
    for (const statement of statements) await sql.raw(statement).execute(trx);
  });
}

/** The statements that create a migrated database with its rows. */
async function dumpMigrated(): Promise<readonly string[]> {
  const db = await openDatabase({ file: ':memory:' });
  await migrateToLatest(db);
  const select = async (text: string) => {
    const { rows } = await sql.raw<{ text: string }>(text).execute(db.kysely);
    return rows.map((row) => row.text);
  };
  // Not dumped: SQLite's internal tables and the shadow tables of virtual ones, which SQLite creates itself.
  const schema = await select(`
    select sql as text from sqlite_schema
    where sql is not null and name not like 'sqlite_%'
      and name not in (select name from pragma_table_list where type = 'shadow')
    order by type = 'table' desc, rowid`);
  const rows: string[] = [];
  for (const table of await select(`
    select name as text from pragma_table_list
    where schema = 'main' and type = 'table' and name <> 'sqlite_schema'`)) {
    const values = await select(`
      select group_concat('quote(' || name || ')', ' || '','' || ') as text
      from pragma_table_info('${table}')`);
    rows.push(
      ...(await select(
        `select 'insert into ${table} values (' || ${values} || ')' as text from ${table}`,
      )),
    );
  }
  await db.close();
  // The planner's statistics: the first run creates their table, the second one loads the inserted rows.
  const analyze = 'analyze sqlite_schema';
  return [...schema, analyze, ...rows, analyze];
}
