import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { EngineMigration, MigrationEngine } from '../engine-migration.ts';

/** Maximum lengths in characters; of a JSON column, the length of its text. */
const LENGTHS: Record<string, Record<string, number>> = {
  audio_content: {
    title: 500,
    description: 20_000,
    audio_url: 2_000,
    image_url: 2_000,
    transcript: 200_000,
    transcript_timings: 400_000,
    ground: 200,
    credits: 20_000,
  },
  audit_log: { actor: 200, action: 100, table_name: 100, row_id: 1_000 },
  centre_codes: { centre_name: 200, code: 40, plan_type: 100 },
  consents: { kind: 100, text_version: 100 },
  deletion_requests: { email: 255, feedback: 5_000, refusal: 5_000 },
  kiosks: { version: 100, troubles: 20_000, settings: 20_000 },
  newsletter_subscribers: { email: 255, source: 100, text_version: 100 },
  notifications: { title: 500, body: 20_000 },
  profiles: { username: 200, avatar_url: 2_000, preferences: 20_000 },
  recordings: { path: 500, codec: 100, levelled_path: 500, failure: 5_000 },
  settings: { key: 100, value: 100_000 },
  subscriptions: { plan_type: 100, status: 100 },
  support_tickets: { subject: 500, message: 20_000, status: 100, answer: 20_000 },
  user_activity: { action_type: 100 },
};

/**
 * Limits the length of these texts. Uses triggers on both engines instead of a CHECK, so that existing rows stay valid
 * and can be changed in other columns.
 */
async function up(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  const limit = engine === 'sqlite' ? limitOnSqlite : limitOnPostgres;
  for (const [table, lengths] of Object.entries(LENGTHS)) {
    await limit(db, table, Object.entries(lengths));
  }
}

const constraintOf = (table: string, column: string) => `${table}_${column}_length`;

async function limitOnSqlite(
  db: Kysely<any>,
  table: string,
  lengths: [string, number][],
): Promise<void> {
  const refuse = (isUpdate: boolean): RawBuilder<unknown> =>
    sql.join(
      lengths.map(([column, most]) => {
        const isChanged = isUpdate
          ? sql` and ${sql.ref(`new.${column}`)} is not ${sql.ref(`old.${column}`)}`
          : sql``;
        return sql`
          select raise(abort, ${sql.lit(`CHECK constraint failed: ${constraintOf(table, column)}`)})
          where length(${sql.ref(`new.${column}`)}) > ${sql.lit(most)}${isChanged};`;
      }),
      sql``,
    );
  const columns = sql.join(lengths.map(([column]) => sql.ref(column)));
  await sql`
    create trigger ${sql.id(`${table}_lengths_insert`)} before insert on ${sql.table(table)}
    begin ${refuse(false)} end`.execute(db);
  await sql`
    create trigger ${sql.id(`${table}_lengths_update`)}
    before update of ${columns} on ${sql.table(table)}
    begin ${refuse(true)} end`.execute(db);
}

async function limitOnPostgres(
  db: Kysely<any>,
  table: string,
  lengths: [string, number][],
): Promise<void> {
  const checks = lengths.map(([column, most]) => {
    const text = (row: 'new' | 'old') => sql`${sql.ref(`${row}.${column}`)}::text`;
    const name = constraintOf(table, column);
    return sql`
      if length(${text('new')}) > ${sql.lit(most)}
        and (tg_op = 'INSERT' or ${text('new')} is distinct from ${text('old')}) then
        raise exception using errcode = 'check_violation', table = tg_table_name,
          column = ${sql.lit(column)}, constraint = ${sql.lit(name)},
          message = ${sql.lit(`${name}: at most ${most} characters`)};
      end if;`;
  });
  const functionName = sql.id(`check_${table}_lengths`);
  await sql`
    create function ${functionName}() returns trigger language plpgsql as $$
    begin ${sql.join(checks, sql``)}
      return new;
    end $$`.execute(db);
  const columns = sql.join(lengths.map(([column]) => sql.ref(column)));
  await sql`
    create trigger ${sql.id(`${table}_lengths`)}
    before insert or update of ${columns} on ${sql.table(table)}
    for each row execute function ${functionName}()`.execute(db);
}

async function down(db: Kysely<any>, engine: MigrationEngine): Promise<void> {
  for (const table of Object.keys(LENGTHS)) {
    if (engine === 'sqlite') {
      await sql`drop trigger ${sql.id(`${table}_lengths_insert`)}`.execute(db);
      await sql`drop trigger ${sql.id(`${table}_lengths_update`)}`.execute(db);
    } else {
      await sql`drop trigger ${sql.id(`${table}_lengths`)} on ${sql.table(table)}`.execute(db);
      await sql`drop function ${sql.id(`check_${table}_lengths`)}()`.execute(db);
    }
  }
}

export const limitTextLengths: EngineMigration = { up, down };
