import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MigrationEngine } from './engine-migration.ts';

export interface PublishedTable {
  name: string;
  key: string[];
  /** All columns, in the order of the record; `plain` ones have the same JSON on both engines. */
  columns: Record<string, 'plain' | 'boolean' | 'json' | 'timestamp'>;
  /** Large columns: an update that does not change them leaves them out of `old_record`. */
  long?: string[];
}

/**
 * Logs every insert, update and delete of the table to `change_log` in the same transaction. A later migration that
 * adds a column must withdraw and publish the table again.
 */
export async function publishChanges(
  db: Kysely<any>,
  engine: MigrationEngine,
  table: PublishedTable,
): Promise<void> {
  const publish = engine === 'postgres' ? publishOnPostgres : publishOnSqlite;
  await publish(db, table);
}

export async function withdrawChanges(
  db: Kysely<any>,
  engine: MigrationEngine,
  table: string,
): Promise<void> {
  if (engine === 'postgres') {
    await sql`drop trigger ${sql.id(`${table}_log_change`)} on ${sql.table(table)}`.execute(db);
    await sql`drop function ${sql.id(`log_${table}_change`)}()`.execute(db);
    return;
  }
  for (const { operation } of OPERATIONS) {
    await sql`drop trigger ${sql.id(`${table}_log_${operation}`)}`.execute(db);
  }
}

const OPERATIONS = [
  { operation: 'insert', hasNew: true, hasOld: false },
  { operation: 'update', hasNew: true, hasOld: true },
  { operation: 'delete', hasNew: false, hasOld: true },
] as const;

type Version = 'new' | 'old';

async function publishOnSqlite(db: Kysely<any>, table: PublishedTable): Promise<void> {
  const record = (version: Version, columns: string[]): RawBuilder<unknown> =>
    sql`json_object(${sql.join(
      columns.flatMap((column) => {
        const value = sql.ref(`${version}.${column}`);
        return [sql.lit(column), sqliteValue(value, table.columns[column])];
      }),
    )})`;
  const all = Object.keys(table.columns);
  const none = sql`null`;
  const long = (table.long ?? []).map(
    (column) =>
      sql`iif(${sql.ref(`new.${column}`)} is ${sql.ref(`old.${column}`)}, ${sql.lit(`$.${column}`)}, '$.-')`,
  );
  const oldRecord = (isUpdate: boolean) =>
    isUpdate && long.length > 0
      ? sql`json_remove(${record('old', all)}, ${sql.join(long)})`
      : record('old', all);
  for (const { operation, hasNew, hasOld } of OPERATIONS) {
    await sql`
      create trigger ${sql.id(`${table.name}_log_${operation}`)}
      after ${sql.raw(operation)} on ${sql.table(table.name)}
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values (
          ${sql.lit(table.name)},
          ${sql.lit(operation.toUpperCase())},
          ${record(hasNew ? 'new' : 'old', table.key)},
          ${hasNew ? record('new', all) : none},
          ${hasOld ? oldRecord(hasNew) : none}
        );
      end`.execute(db);
  }
}

function sqliteValue(value: RawBuilder<unknown>, type: string | undefined): RawBuilder<unknown> {
  if (type === 'boolean') return sql`json(iif(${value}, 'true', 'false'))`;
  if (type === 'json') return sql`json(${value})`;
  return value;
}

/** An arbitrary lock id, which must be the same in all processes. */
const CHANGE_LOG_LOCK = 4_105_201;

/**
 * The trigger is deferred to the end of the transaction and then holds a lock until the commit. So ids rise in commit
 * order: a reader that has seen id 7 never meets a later 6, and writers wait for each other only while they commit.
 */
async function publishOnPostgres(db: Kysely<any>, table: PublishedTable): Promise<void> {
  const record = (version: Version, columns: string[]): RawBuilder<unknown> =>
    sql`(select row_to_json(r) from (select ${sql.join(
      columns.map((column) => {
        const value = sql.ref(`${version}.${column}`);
        return sql`${postgresValue(value, table.columns[column])} as ${sql.id(column)}`;
      }),
    )}) as r)`;
  const all = Object.keys(table.columns);
  const functionName = sql.id(`log_${table.name}_change`);
  const long = (table.long ?? []).map(
    (column) =>
      sql`case when ${sql.ref(`new.${column}`)}::text is not distinct from ${sql.ref(`old.${column}`)}::text
        then ${sql.lit(column)} else '' end`,
  );
  const forgetLong =
    long.length === 0
      ? sql``
      : sql`
      if tg_op = 'UPDATE' then
        old_record := (old_record::jsonb - array[${sql.join(long)}])::json;
      end if;`;
  await sql`
    create function ${functionName}() returns trigger language plpgsql as $$
    declare
      row_key json;
      record json;
      old_record json;
    begin
      if tg_op <> 'INSERT' then
        old_record := ${record('old', all)};
        row_key := ${record('old', table.key)};
      end if;
      if tg_op <> 'DELETE' then
        record := ${record('new', all)};
        row_key := ${record('new', table.key)};
      end if;${forgetLong}
      perform pg_advisory_xact_lock(${sql.lit(CHANGE_LOG_LOCK)});
      insert into change_log (table_name, type, row_key, record, old_record, committed_at)
      values (tg_table_name, tg_op, row_key, record, old_record, clock_timestamp());
      perform pg_notify('cradlesong_changes', '');
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger ${sql.id(`${table.name}_log_change`)}
    after insert or update or delete on ${sql.table(table.name)}
    deferrable initially deferred
    for each row execute function ${functionName}()`.execute(db);
}

function postgresValue(value: RawBuilder<unknown>, type: string | undefined): RawBuilder<unknown> {
  return type === 'timestamp'
    ? sql`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : value;
}
