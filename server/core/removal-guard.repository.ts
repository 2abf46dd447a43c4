import { sql } from 'kysely';
import type { AppDatabase } from '#db/open.ts';

/**
 * Time of the newest change, which the guard compares with the clock. Finished maintenance counts as a change, because
 * a site without visitors has no other changes.
 */
export async function findNewestChange({ kysely }: AppDatabase): Promise<string | undefined> {
  const { rows } = await sql<{ at: string | null }>`
    select max(at) as at from (
      select max(committed_at) as at from change_log
      union all select max(created_at) from audit_log where action <> 'restore'
      union all select max(created_at) from users
      union all select max(done_at) from leases where task = 'maintenance'
    ) as changes`.execute(kysely);
  return rows[0]?.at ?? undefined;
}

export async function findRestoreTime({ kysely }: AppDatabase): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('audit_log')
    .select('created_at')
    .where('action', '=', 'restore')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}
