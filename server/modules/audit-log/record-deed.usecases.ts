import type { Kysely } from 'kysely';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';

/** Something the admin did that is no row of a table: a test mail, a backup. */
interface Deed {
  readonly action: string;
  /** Stands where other entries name their table. */
  readonly on: string;
  /** Which of them; never a secret. */
  readonly which: string;
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** In milliseconds. */
  readonly now: number;
}

/** Writes it into the audit log. */
export async function recordDeed(db: Kysely<Database>, deed: Deed): Promise<void> {
  const { action, on, which, before, after, now } = deed;
  await db
    .insertInto('audit_log')
    .values({
      actor: 'service_role',
      action,
      table_name: on,
      row_id: which,
      before: before === undefined ? null : toJson(before),
      after: after === undefined ? null : toJson(after),
      created_at: new Date(now).toISOString(),
    })
    .execute();
}
