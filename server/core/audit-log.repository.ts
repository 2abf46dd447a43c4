import type { Kysely } from 'kysely';
import type { AuditAction, AuditActor, AuditSubject } from '#contract/words/audit.ts';
import { toJson } from '#db/codecs.ts';
import type { Database } from '#db/schema/database.ts';

/** Something that is to be accounted for, in words that the admin area translates. */
interface Deed {
  readonly actor: AuditActor;
  readonly action: AuditAction;
  /** A table, or what else it was done to. */
  readonly on: AuditSubject;
  /** Which of them; never a secret. */
  readonly which: string;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  /** RFC 3339 in UTC. */
  readonly now: string;
}

/** Writes it into the audit log, in the transaction that does it where there is one. */
export async function recordDeed(db: Kysely<Database>, deed: Deed): Promise<void> {
  const { actor, action, on, which, before, after, now } = deed;
  await db
    .insertInto('audit_log')
    .values({
      actor,
      action,
      table_name: on,
      row_id: which,
      before: before === undefined ? null : toJson(before),
      after: after === undefined ? null : toJson(after),
      created_at: now,
    })
    .execute();
}
