import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from './engine-migration.ts';

/** What the private address of a centre's own numbers is made of; null while there is none. */
async function up(db: Kysely<any>): Promise<void> {
  await sql`alter table centre_codes add column numbers_key text constraint centre_codes_numbers_key_length check (length(numbers_key) <= 64)`.execute(
    db,
  );
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('centre_codes').dropColumn('numbers_key').execute();
}

export const linkCentreNumbers: EngineMigration = { up, down };
