import { type Kysely, sql } from 'kysely';
import { columnsOf, createTable } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates the mapping from upload paths to content-addressed files. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'storage_objects')
    .addColumn('id', type.uuid, (c) => c.notNull().primaryKey())
    .addColumn('bucket', type.text, (c) => c.notNull())
    .addColumn('path', type.text, (c) => c.notNull())
    .addColumn('name', type.text, (c) => c.notNull())
    .addColumn('owner', type.uuid)
    .addColumn('content_type', type.text, (c) => c.notNull())
    .addColumn('bytes', type.integer, (c) => c.notNull())
    .addColumn('cache_control', type.text)
    .addColumn('metadata', type.json)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('storage_objects_bucket_path_key', ['bucket', 'path'])
    .addForeignKeyConstraint('storage_objects_owner_fkey', ['owner'], 'users', ['id'], (c) =>
      c.onDelete('cascade'),
    )
    .addCheckConstraint('storage_objects_path_length', sql`length(path) <= 900`)
    .execute();
  for (const columns of [['bucket', 'name'], ['owner']]) {
    await db.schema
      .createIndex(`storage_objects_${columns.join('_')}_idx`)
      .on('storage_objects')
      .columns(columns)
      .execute();
  }
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('storage_objects').execute();
}

export const nameObjects: EngineMigration = { up, down };
