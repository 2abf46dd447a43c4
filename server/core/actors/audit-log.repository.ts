import type { Insertable } from 'kysely';
import type { AuditAction, AuditActor, AuditSubject } from '#contract/constants/audit.ts';
import { cutTo } from '#contract/constants/limits.ts';
import { auditLog } from '#contract/rows/audit-log.ts';
import { toJson } from '#db/codecs.ts';
import type { Database, Executor } from '#db/schema/database.ts';
import { inChunks } from '../in-chunks.ts';
import { actingAdmin, nameOf } from './acting-admin.ts';
import type { NamedAdmin } from './actor.ts';

export interface AuditEntry {
  /** An admin with an account, or another actor. */
  readonly actor: AuditActor | Pick<NamedAdmin, 'email'>;
  readonly action: AuditAction;
  /** A table or another subject. */
  readonly on: AuditSubject;
  /** Id of the subject; never a secret. */
  readonly which: string;
  readonly before?: object | undefined;
  readonly after?: object | undefined;
  readonly now: string;
}

/** Writes an entry to the audit log, within the caller's transaction if there is one. */
export async function recordInAuditLog(
  db: Executor,
  ...entries: readonly AuditEntry[]
): Promise<void> {
  const rows = entries.map(({ actor, action, on, which, before, after, now }) => ({
    actor: nameOfActor(actor),
    action,
    table_name: on,
    row_id: which,
    before: before === undefined ? null : toJson(before),
    after: after === undefined ? null : toJson(after),
    created_at: now,
  }));
  await appendToAuditLog(db, rows);
}

function nameOfActor(actor: AuditEntry['actor']): string {
  if (typeof actor !== 'string') return nameOf(actor);
  return actor === 'service_role' ? actingAdmin() : actor;
}

/**
 * The only function that writes to the audit log. Only the table engine calls it directly: it knows table and
 * actor only at run time.
 */
export async function appendToAuditLog(
  db: Executor,
  rows: readonly Insertable<Database['audit_log']>[],
): Promise<void> {
  const { actor, row_id: rowId } = auditLog.columns;
  const fitting = rows.map((row) => ({
    ...row,
    actor: cutTo(actor.max, row.actor),
    row_id: cutTo(rowId.max, row.row_id),
  }));
  for await (const chunk of inChunks(fitting)) {
    await db.insertInto('audit_log').values(chunk).execute();
  }
}
