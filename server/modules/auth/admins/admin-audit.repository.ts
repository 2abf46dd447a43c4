import type { AuditActor } from '#contract/constants/audit.ts';
import type { Executor } from '#db/schema/database.ts';
import { type AuditEntry, recordInAuditLog } from '#server/core/actors/audit-log.repository.ts';
import type { AdminPersonRow } from './admins.repository.ts';

interface AdminChange extends Pick<AuditEntry, 'action' | 'before' | 'after' | 'now'> {
  readonly person: Pick<AdminPersonRow, 'id' | 'email' | 'name'>;
  /**
   * The actor of calls without an admin check: the admin in `person`, someone who failed to authenticate, or a
   * command.
   */
  readonly by?: 'self' | (AuditActor & ('stranger' | 'service_role' | 'operator'));
}

/** Logs changes to an admin and sign-in attempts, without secrets. */
export async function recordAdminChange(
  db: Executor,
  { person, before, after, by = 'service_role', ...entry }: AdminChange,
): Promise<void> {
  const { id, email, name } = person;
  await recordInAuditLog(db, {
    ...entry,
    actor: by === 'self' ? person : by,
    on: 'admin_people',
    which: id,
    before: before && { email, name, ...before },
    after: after && { email, name, ...after },
  });
}
