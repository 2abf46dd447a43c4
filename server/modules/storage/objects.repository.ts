import { type Insertable, type Selectable, sql } from 'kysely';
import type { Bucket } from '#contract/calls/storage.ts';
import type { Executor } from '#db/schema/database.ts';
import type { StorageObjectsTable } from '#db/schema/storage-objects.ts';
import type { ObjectName } from './object-name.ts';

export type StorageObject = Selectable<StorageObjectsTable>;

export function findObject(
  db: Executor,
  bucket: Bucket,
  path: string,
  lock = sql``,
): Promise<StorageObject | undefined> {
  return db
    .selectFrom('storage_objects')
    .selectAll()
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .modifyEnd(lock)
    .executeTakeFirst();
}

/** Objects below a prefix, by path. */
export function findObjectsBelow(
  db: Executor,
  bucket: Bucket,
  prefix: string,
): Promise<StorageObject[]> {
  return (
    db
      .selectFrom('storage_objects')
      .selectAll()
      .where('bucket', '=', bucket)
      .where('path', '>=', prefix)
      // Both databases compare bytes; the upper bound is the last code point.
      .where('path', '<', `${prefix}\u{10ffff}`)
      .orderBy('path')
      .execute()
  );
}

/** False if the path is taken. */
export async function insertObject(
  db: Executor,
  row: Insertable<StorageObjectsTable>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('storage_objects')
    .values(row)
    .onConflict((conflict) => conflict.columns(['bucket', 'path']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateObject(
  db: Executor,
  id: string,
  values: Partial<Insertable<StorageObjectsTable>>,
): Promise<void> {
  await db.updateTable('storage_objects').set(values).where('id', '=', id).execute();
}

export async function deleteObject(db: Executor, id: string): Promise<void> {
  await db.deleteFrom('storage_objects').where('id', '=', id).execute();
}

export async function countObjectsOf(db: Executor, owner: string): Promise<number> {
  const { count } = await db
    .selectFrom('storage_objects')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('owner', '=', owner)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findContentOf(db: Executor, owner: string): Promise<ObjectName[]> {
  return db
    .selectFrom('storage_objects')
    .select(['bucket', 'name'])
    .where('owner', '=', owner)
    .execute();
}

export async function isContentUsed(db: Executor, bucket: Bucket, name: string): Promise<boolean> {
  const row = await db
    .selectFrom('storage_objects')
    .select('id')
    .where('bucket', '=', bucket)
    .where('name', '=', name)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Files referenced by an object. */
export function findUsedContent(db: Executor): Promise<ObjectName[]> {
  return db.selectFrom('storage_objects').select(['bucket', 'name']).distinct().execute();
}
