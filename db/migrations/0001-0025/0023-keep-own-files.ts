import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

const PUBLIC = '/storage/v1/object/public/';
const RULE = 'audio_content_own_files_check';

/** Empty, or a file of this server. */
const isOwn = (column: RawBuilder<unknown>, bucket: string, nothing: RawBuilder<unknown>) =>
  sql`(${nothing} or ${column} like ${sql.lit(`${PUBLIC}${bucket}/%`)})`;

/**
 * Allows only files of this server, so that no other site can track listeners. Other addresses are moved to the audit
 * log, and tracks without a recording are disabled.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  await moveElsewhereToAuditLog(db, 'audio_url', sql`audio_url <> ''`, 'audio');
  await moveElsewhereToAuditLog(db, 'image_url', sql`image_url is not null`, 'images');
  const audio = isOwn(sql.ref('audio_url'), 'audio', sql`audio_url = ''`);
  const image = isOwn(sql.ref('image_url'), 'images', sql`image_url is null`);
  if (engine === 'postgres') {
    // Pending deferred triggers of the change log would block the alteration.
    await sql`set constraints all immediate`.execute(db);
    const rule = sql`check (${audio} and ${image})`;
    await sql`alter table audio_content add constraint ${sql.id(RULE)} ${rule}`.execute(db);
    return;
  }
  const newAudio = isOwn(sql.ref('new.audio_url'), 'audio', sql`new.audio_url = ''`);
  const newImage = isOwn(sql.ref('new.image_url'), 'images', sql`new.image_url is null`);
  for (const [name, when] of TRIGGERS) {
    // SQLite cannot add a CHECK to an existing table; this trigger raises the same message.
    await sql`
      create trigger ${sql.id(name)} before ${sql.raw(when)} on audio_content
      when not (${newAudio} and ${newImage})
      begin select raise(abort, ${sql.lit(`CHECK constraint failed: ${RULE}`)}); end`.execute(db);
  }
}

const TRIGGERS = [
  ['audio_content_own_files_insert', 'insert'],
  ['audio_content_own_files_update', 'update of audio_url, image_url'],
] as const;

async function moveElsewhereToAuditLog(
  db: Kysely<any>,
  column: 'audio_url' | 'image_url',
  isSet: RawBuilder<unknown>,
  bucket: string,
): Promise<void> {
  const elsewhere = sql`${isSet} and ${sql.ref(column)} not like ${sql.lit(`${PUBLIC}${bucket}/%`)}`;
  const { rows } = await sql<{ id: number; address: string }>`
    select id, ${sql.ref(column)} as address from audio_content where ${elsewhere}`.execute(db);
  for (const { id, address } of rows) {
    await db
      .insertInto('audit_log')
      .values({
        actor: 'upgrade',
        action: 'update',
        table_name: 'audio_content',
        row_id: String(id),
        before: JSON.stringify({ [column]: address }),
        after: JSON.stringify({ [column]: column === 'audio_url' ? '' : null }),
      })
      .execute();
    const values = column === 'audio_url' ? { audio_url: '', enabled: false } : { image_url: null };
    await db.updateTable('audio_content').set(values).where('id', '=', id).execute();
  }
}

/** Addresses that were moved stay in the audit log. */
async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  if (engine === 'postgres') {
    await sql`alter table audio_content drop constraint ${sql.id(RULE)}`.execute(db);
    return;
  }
  for (const [name] of TRIGGERS) await sql`drop trigger ${sql.id(name)}`.execute(db);
}

export const keepOwnFiles: EngineMigration = { up, down };
