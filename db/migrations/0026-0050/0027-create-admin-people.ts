import { type Kysely, sql } from 'kysely';
import { columnsOf, createTable, isOneOf } from '../columns.ts';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Creates personal admin accounts and their credentials. */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const type = columnsOf(engine);
  await createTable(db, engine, 'admin_people')
    .addColumn('id', type.uuid, (c) => c.primaryKey().notNull())
    .addColumn('email', type.text, (c) => c.notNull())
    .addColumn('name', type.text, (c) => c.notNull())
    .addColumn('role', type.text, (c) =>
      c.notNull().check(isOneOf('role', ['owner', 'editor', 'helpdesk', 'reader'])),
    )
    .addColumn('password_hash', type.text)
    .addColumn('invitation_hash', type.text)
    .addColumn('invitation_expires_at', type.timestamp)
    .addColumn('totp_secret', type.text)
    .addColumn('totp_confirmed_at', type.timestamp)
    .addColumn('totp_last_step', type.integer)
    .addColumn('token_generation', type.integer, (c) => c.notNull().defaultTo(1))
    .addColumn('last_sign_in_at', type.timestamp)
    .addColumn('created_at', type.timestamp, (c) => c.notNull().defaultTo(type.now))
    .addUniqueConstraint('admin_people_email_key', ['email'])
    .addUniqueConstraint('admin_people_invitation_hash_key', ['invitation_hash'])
    .execute();
  await createTable(db, engine, 'admin_recovery_codes')
    .addColumn('admin_id', type.uuid, (c) => c.notNull())
    .addColumn('code_hash', type.text, (c) => c.notNull())
    .addPrimaryKeyConstraint('admin_recovery_codes_pkey', ['admin_id', 'code_hash'])
    .addForeignKeyConstraint(
      'admin_recovery_codes_admin_id_fkey',
      ['admin_id'],
      'admin_people',
      ['id'],
      (key) => key.onDelete('cascade'),
    )
    .execute();
  for (const ending of ENDINGS) await announce(db, engine, ending);
}

/** Events that end an admin's read access, as in `0020-announce-ended-access`. */
const ENDINGS = [
  { name: 'admin_people_log_removal', when: 'delete', only: sql`true` },
  {
    name: 'admin_people_log_ending',
    when: 'update of token_generation',
    only: sql`new.token_generation <> old.token_generation`,
  },
] as const;

async function announce(
  db: Kysely<any>,
  engine: MigrationEngine,
  { name, when, only }: (typeof ENDINGS)[number],
): Promise<void> {
  await (engine === 'sqlite'
    ? sql`
      create trigger ${sql.id(name)}
      after ${sql.raw(when)} on admin_people when ${only}
      begin
        insert into change_log (table_name, type, row_key, record, old_record)
        values ('admin_people', 'DELETE', json_object('id', old.id), null, json_object('id', old.id));
      end`
    : sql`
      create constraint trigger ${sql.id(name)}
      after ${sql.raw(when)} on admin_people
      deferrable initially deferred
      for each row when (${only}) execute function log_ending()`
  ).execute(db);
}

async function down(db: Kysely<any>): Promise<void> {
  await db.schema.dropTable('admin_recovery_codes').execute();
  await db.schema.dropTable('admin_people').execute();
}

export const createAdminPeople: EngineMigration = { up, down };
