import type { AuditAction, AuditActor } from '#contract/constants/audit.ts';
import { toJson } from '#db/codecs.ts';
import type { Executor } from '#db/schema/database.ts';
import { actingAdmin, nameOf } from '#server/core/actors/acting-admin.ts';
import { appendToAuditLog } from '#server/core/actors/audit-log.repository.ts';
import type { AdminPersonRow } from './admins.repository.ts';

type Named = Pick<AdminPersonRow, 'id' | 'email' | 'name'>;

interface AdminChange {
  readonly person: Named;
  readonly action: AuditAction;
  readonly before?: object;
  readonly after?: object;
  readonly now: string;
  /** Needed where no admin check ran: the admin, or someone who failed to authenticate. */
  readonly by?: 'self' | (AuditActor & 'stranger');
}

/** Logs changes to an admin and sign-in attempts, without secrets. */
export async function recordAdminChange(
  db: Executor,
  { person, action, before, after, now, by }: AdminChange,
): Promise<void> {
  const { id, email, name } = person;
  const withName = (values: object | undefined) =>
    values === undefined ? null : toJson({ email, name, ...values });
  const actor = by === 'self' ? nameOf(person) : by;
  await appendToAuditLog(db, [
    {
      actor: actor ?? actingAdmin(),
      action,
      table_name: 'admin_people',
      row_id: id,
      before: withName(before),
      after: withName(after),
      created_at: now,
    },
  ]);
}
