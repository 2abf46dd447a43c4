import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine-migration.ts';

/** Adds the key of a centre's private statistics address; null without one. */
async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table centre_codes add column numbers_key text constraint centre_codes_numbers_key_length check (length(numbers_key) <= 64)`.execute(
    db,
  );
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('centre_codes').dropColumn('numbers_key').execute();
}

export const linkCentreNumbers: EngineMigration = { up, down };
