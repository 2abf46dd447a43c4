import { sql } from 'kysely';
import { MIGRATIONS } from '../migrations/registry.ts';
import type { AppDatabase } from '../open.ts';
import type { Executor } from '../schema/database.ts';
import {
  BEFORE_ROLLBACK,
  isNotFromExtension,
  listTables,
  listUpgradeCopies,
  nameCopy,
} from './upgrade-copies.ts';

export interface RollbackOptions {
  readonly now: Date;
  /** Updates the restored data before anyone else sees it; `replaced` is the data that it replaces. */
  prepare(restored: AppDatabase, replaced: AppDatabase): Promise<unknown>;
}

/** The newest copy from before an upgrade that this version can read. */
export async function findReadableCopy(db: AppDatabase) {
  const copies = await listUpgradeCopies(db.kysely);
  return copies.find(({ migrations }) => migrations.every((name) => name in MIGRATIONS));
}

/**
 * Restores the newest pre-upgrade copy that this version can read, in one transaction, and returns the schemas of the
 * copy and of the replaced data. Undefined without such a copy.
 */
export async function rollBackToCopy(db: AppDatabase, { now, prepare }: RollbackOptions) {
  const copy = await findReadableCopy(db);
  if (copy === undefined) return undefined;
  const kept = nameCopy(BEFORE_ROLLBACK, now);
  await db.kysely.transaction().execute(async (trx) => {
    await moveEverything(trx, kept);
    await createTables(trx, copy.migrations, kept);
    await fillTables(trx, copy.schema);
    await carryOver(trx, kept);
    await prepare(within(db, trx), within(db, trx.withSchema(kept)));
  });
  return { from: copy.schema, kept };
}

/** Returns the database with all queries in this transaction. */
const within = (db: AppDatabase, trx: Executor): AppDatabase => ({
  ...db,
  kysely: trx,
  transaction: (work) => work(trx),
});

/** Indexes, constraints, triggers and sequences move with their table; functions are moved separately. */
async function moveEverything(trx: Executor, to: string): Promise<void> {
  await sql`create schema ${sql.id(to)}`.execute(trx);
  for (const name of await listTables(trx)) {
    await sql`alter table ${sql.id('public', name)} set schema ${sql.id(to)}`.execute(trx);
  }
  const { rows } = await sql<{ signature: string }>`
    select oid::regprocedure::text as signature from pg_proc c
    where pronamespace = 'public'::regnamespace and ${isNotFromExtension('pg_proc')}`.execute(trx);
  for (const { signature } of rows) {
    await sql`alter routine ${sql.raw(signature)} set schema ${sql.id(to)}`.execute(trx);
  }
}

async function createTables(trx: Executor, names: readonly string[], kept: string): Promise<void> {
  for (const [name, { up }] of Object.entries(MIGRATIONS)) {
    if (names.includes(name)) await up(trx, 'postgres');
  }
  for (const own of ['kysely_migration', 'kysely_migration_lock']) {
    await sql`create table ${sql.id('public', own)} (like ${sql.id(kept, own)} including all)`.execute(
      trx,
    );
  }
}

async function fillTables(trx: Executor, from: string): Promise<void> {
  const parentsFirst = await orderTables(trx);
  // Rows inserted by migrations are also in the copy, perhaps edited since.
  for (const name of parentsFirst.toReversed()) {
    await sql`delete from ${sql.id('public', name)}`.execute(trx);
  }
  for (const name of parentsFirst) {
    const { rows } = await sql<{ column: string }>`
      select attname as column from pg_attribute
      where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped
        and attgenerated = ''`.execute(trx);
    const columns = sql.join(rows.map(({ column }) => sql.id(column)));
    const table = sql.id('public', name);
    // Triggers would count plays and log changes twice. Those of foreign keys stay.
    await sql`alter table ${table} disable trigger user`.execute(trx);
    await sql`insert into ${table} (${columns}) select ${columns} from ${sql.id(from, name)}`.execute(
      trx,
    );
    await sql`alter table ${table} enable trigger user`.execute(trx);
  }
}

/** Parents before children. */
export async function orderTables(trx: Executor): Promise<string[]> {
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conrelid <> confrelid`.execute(
    trx,
  );
  const ordered = new Set<string>();
  const add = (name: string): void => {
    if (ordered.has(name)) return;
    for (const { child, parent } of rows) if (child === name) add(parent);
    ordered.add(name);
  };
  for (const name of await listTables(trx)) add(name);
  return [...ordered];
}

/**
 * Keeps from the replaced data: erased users, so that they can be erased again, and the counters, so that no id is
 * reused. The change log starts beyond any id a client has seen, so that clients start over.
 */
async function carryOver(trx: Executor, kept: string): Promise<void> {
  const columns = sql`kind, subject_hash, erased_at`;
  await sql`
    insert into tombstones (${columns}) select ${columns} from ${sql.id(kept, 'tombstones')}
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ name: string; column: string }>`
    select relname as name, attname as column from pg_attribute
    join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attidentity <> ''
      and exists (select 1 from pg_class k where k.relname = pg_class.relname
        and k.relnamespace = ${kept}::regnamespace)`.execute(trx);
  for (const { name, column } of rows) {
    await sql`
      select setval(pg_get_serial_sequence(${`public.${name}`}, ${column}),
        nextval(pg_get_serial_sequence(${`${kept}.${name}`}, ${column})) + 1)`.execute(trx);
  }
  await sql`
    insert into change_log (table_name, type, row_key) values ('settings', 'UPDATE', '{}')`.execute(
    trx,
  );
}
