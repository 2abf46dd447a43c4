import type { Kysely } from 'kysely';
import { columnsOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Adds browser and system of a session, so that users recognise their devices. Null until the next refresh. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await db.schema.alterTable('sessions').addColumn('device', columnsOf(engine).text).execute();
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('sessions').dropColumn('device').execute();
}

export const nameDevices: EngineMigration = { up, down };
