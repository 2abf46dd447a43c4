import { sql } from 'kysely';
import { MIGRATIONS } from '../migrations/registry.ts';
import { fillPostgres } from '../move/bulk-insert.ts';
import { readLastIds } from '../move/read-rows.ts';
import type { AppDatabase } from '../open.ts';
import type { Executor } from '../schema/database.ts';
import {
  BEFORE_ROLLBACK,
  isNotFromExtension,
  listTables,
  listUpgradeCopies,
  nameCopy,
  type UpgradeCopy,
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

/** Restores a pre-upgrade copy in one transaction, and returns the schema of the replaced data. */
export async function rollBackToCopy(
  db: AppDatabase,
  copy: UpgradeCopy,
  { now, prepare }: RollbackOptions,
): Promise<string> {
  const kept = nameCopy(BEFORE_ROLLBACK, now);
  await db.kysely.transaction().execute(async (trx) => {
    const lastIds = await readLastIds(db, trx);
    await moveEverything(trx, kept);
    await createTables(trx, copy, kept);
    await fillPostgres(trx, lastIds, async ({ order }) => {
      for (const name of order) await copyTable(trx, copy.schema, name);
    });
    // Copies the tombstones, so that users erased since the copy can be erased again.
    const columns = sql`kind, subject_hash, erased_at`;
    await sql`
      insert into tombstones (${columns}) select ${columns} from ${sql.id(kept, 'tombstones')}
      on conflict do nothing`.execute(trx);
    await prepare(within(db, trx), within(db, trx.withSchema(kept)));
  });
  return kept;
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

async function createTables(
  trx: Executor,
  { migrations, schema }: UpgradeCopy,
  kept: string,
): Promise<void> {
  for (const [name, { up }] of Object.entries(MIGRATIONS)) {
    if (migrations.includes(name)) await up(trx, 'postgres');
  }
  for (const own of ['kysely_migration', 'kysely_migration_lock']) {
    await sql`create table ${sql.id('public', own)} (like ${sql.id(kept, own)} including all)`.execute(
      trx,
    );
    await copyTable(trx, schema, own);
  }
}

async function copyTable(trx: Executor, from: string, name: string): Promise<void> {
  const { rows } = await sql<{ column: string }>`
    select attname as column from pg_attribute
    where attrelid = ${`public.${name}`}::regclass and attnum > 0 and not attisdropped
      and attgenerated = ''`.execute(trx);
  const columns = sql.join(rows.map(({ column }) => sql.id(column)));
  await sql`
    insert into ${sql.id('public', name)} (${columns})
    select ${columns} from ${sql.id(from, name)}`.execute(trx);
}
