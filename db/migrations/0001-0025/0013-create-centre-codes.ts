import { type Kysely, sql } from 'kysely';
import { columnsOf, createNumberedTable, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const PLANS = ['Lifetime', 'Monthly', 'Trial'];

/**
 * Creates codes of birth centres and their redemptions. The use count is on the code, so that it stays correct when a
 * user is erased with their redemption.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createNumberedTable(db, engine, 'centre_codes')
    .addColumn('centre_name', type.text, (c) => c.notNull())
    .addColumn('code', type.text, (c) => c.notNull())
    .addColumn('plan_type', type.text, (c) => c.notNull())
    .addColumn('plan_length', type.integer)
    .addColumn('uses_allowed', type.integer, (c) => c.notNull())
    .addColumn('used_count', type.integer, (c) => c.notNull().defaultTo(0))
    .addColumn('valid_until', type.timestamp, (c) => c.notNull())
    .addColumn('ended_at', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('centre_codes_code_key', ['code'])
    .addCheckConstraint('centre_codes_plan_type_check', isOneOf('plan_type', PLANS))
    .addCheckConstraint(
      'centre_codes_plan_length_check',
      sql`(plan_length is null) = (plan_type = 'Lifetime') and coalesce(plan_length, 1) > 0`,
    )
    .addCheckConstraint('centre_codes_used_count_check', sql`used_count between 0 and uses_allowed`)
    .execute();

  await createTable(db, engine, 'code_redemptions')
    .addColumn('code_id', type.bigint, (c) => c.notNull())
    .addColumn('user_id', type.uuid, (c) => c.notNull())
    .addColumn('redeemed_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addPrimaryKeyConstraint('code_redemptions_pkey', ['code_id', 'user_id'])
    .addForeignKeyConstraint(
      'code_redemptions_code_id_fkey',
      ['code_id'],
      'centre_codes',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .addForeignKeyConstraint('code_redemptions_user_id_fkey', ['user_id'], 'users', ['id'], (key) =>
      key.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('code_redemptions_user_id_idx')
    .on('code_redemptions')
    .column('user_id')
    .execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('code_redemptions').execute();
  await db.schema.dropTable('centre_codes').execute();
}

export const createCentreCodes: EngineMigration = { up, down };
