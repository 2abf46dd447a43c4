import type { Insertable, Kysely } from 'kysely';
import type { AuditAction, AuditActor, AuditSubject } from '#contract/words/audit.ts';
import { toJson } from '#db/codecs.ts';
import type { AuditLogTable } from '#db/schema/audit-log.ts';
import type { Database } from '#db/schema/database.ts';
import { actingAdmin } from './acting-admin.ts';
import { inChunks } from './in-chunks.ts';

/** Something that is to be accounted for, in words that the admin area translates. */
export interface AuditEntry {
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

/** Writes what was done into the audit log, in the transaction that does it where there is one. */
export async function recordInAuditLog(
  db: Kysely<Database>,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  const rows = entries.map(({ actor, action, on, which, before, after, now }) => ({
    actor: actor === 'service_role' ? actingAdmin() : actor,
    action,
    table_name: on,
    row_id: which,
    before: before === undefined ? null : toJson(before),
    after: after === undefined ? null : toJson(after),
    created_at: now,
  }));
  await appendToAuditLog(db, rows);
}

/** The one writer. The table engine alone uses it directly: its tables and actors are known at run time only. */
export async function appendToAuditLog(
  db: Kysely<Database>,
  rows: readonly Insertable<AuditLogTable>[],
): Promise<void> {
  for await (const chunk of inChunks(rows)) {
    await db.insertInto('audit_log').values(chunk).execute();
  }
}
