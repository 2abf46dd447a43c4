import { type Kysely, sql } from 'kysely';
import { addTypeChecks, columnsOf, createNumberedTable, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const CATEGORIES = ['PREGNANCY', 'BIRTHING', 'POSTBIRTH'];
const KINDS = ['meditation', 'music', 'affirmation', 'scripture'];

async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await addTypeChecks(
    createNumberedTable(db, engine, 'audio_content')
      .addColumn('title', type.text, (c) => c.notNull())
      .addColumn('description', type.text)
      .addColumn('category', type.text, (c) => c.notNull())
      .addColumn('duration', type.integer, (c) => c.notNull())
      .addColumn('audio_url', type.text, (c) => c.notNull())
      .addColumn('enabled', type.boolean, (c) => c.notNull().defaultTo(type.yes))
      .addColumn('image_url', type.text)
      .addColumn('kind', type.text, (c) => c.notNull().defaultTo('meditation'))
      .addColumn('is_premium', type.boolean, (c) => c.notNull().defaultTo(type.no))
      .addColumn('featured', type.boolean, (c) => c.notNull().defaultTo(type.no))
      .addColumn('position', type.integer, (c) => c.notNull().defaultTo(0))
      .addColumn('transcript', type.text)
      .addColumn('loudness_lufs', type.real)
      .addColumn('ground', type.text)
      .addColumn('credits', type.text)
      .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
      .addCheckConstraint('audio_content_category_check', isOneOf('category', CATEGORIES))
      .addCheckConstraint('audio_content_kind_check', isOneOf('kind', KINDS))
      .addCheckConstraint('audio_content_duration_check', sql`duration >= 0`),
    engine,
    'audio_content',
    { enabled: 'boolean', is_premium: 'boolean', featured: 'boolean' },
  ).execute();
  // One index per sort order, for enabled tracks and for all (admin).
  for (const order of ['position', 'title', 'created_at']) {
    await createListIndex(db, `enabled_${order}`, ['enabled', order, 'id']);
    await createListIndex(db, order, [order, 'id']);
  }
  await createListIndex(db, 'enabled_id', ['enabled', 'id']);
  await createListIndex(db, 'category', ['enabled', 'category', 'position', 'id']);
  await db.schema
    .createIndex('audio_content_featured_idx')
    .on('audio_content')
    .column('position')
    .where(sql.ref('featured'), '=', type.yes)
    .execute();

  await addTypeChecks(
    createTable(db, engine, 'settings')
      .addColumn('key', type.text, (c) => c.primaryKey().notNull())
      .addColumn('value', type.json, (c) => c.notNull())
      .addColumn('updated_at', type.timestamp, (c) => c.notNull().defaultTo(type.now)),
    engine,
    'settings',
    { value: 'json' },
  ).execute();

  await createNumberedTable(db, engine, 'change_log')
    .addColumn('table_name', type.text, (c) => c.notNull())
    .addColumn('type', type.text, (c) => c.notNull())
    .addColumn('row_key', type.json, (c) => c.notNull())
    .addColumn('record', type.json)
    .addColumn('old_record', type.json)
    .addColumn('committed_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .execute();
}

async function createListIndex(db: Kysely<any>, name: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex(`audio_content_${name}_idx`)
    .on('audio_content')
    .columns(columns)
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  for (const table of ['change_log', 'settings', 'audio_content']) {
    await db.schema.dropTable(table).execute();
  }
}

export const createCatalogue: EngineMigration = { up, down };
