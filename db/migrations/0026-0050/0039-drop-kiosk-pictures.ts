import { type Kysely, sql } from 'kysely';
import type { EngineMigration } from '../engine-migration.ts';
import { pictureKiosks } from './0033-picture-kiosks.ts';

/** Drops the screenshots of kiosks, and the row with the last trusted time. */
async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('kiosk_pictures').execute();
  await sql`delete from leases where task = 'clock'`.execute(db);
}

export const dropKioskPictures: EngineMigration = { up, down: pictureKiosks.up };
