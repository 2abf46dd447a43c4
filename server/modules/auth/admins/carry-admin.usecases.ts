import type { AppDatabase } from '#db/open.ts';
import { findAdminCredentials, overwriteAdminCredentials } from './admin-credentials.repository.ts';
import { overwriteEveryAdminSession, readEveryAdminSession } from './admin-sessions.repository.ts';
import { overwriteEveryAdmin, readEveryAdmin } from './admins.repository.ts';

/** Keeps the admin password, admins and their sessions when a database is replaced. */
export async function carryAdminCredentials(from: AppDatabase, to: AppDatabase): Promise<void> {
  const present = await findAdminCredentials(from.kysely);
  const admins = await readEveryAdmin(from.kysely);
  const sessions = await readEveryAdminSession(from.kysely);
  await to.transaction(async (trx) => {
    if (present) await overwriteAdminCredentials(trx, present);
    // Removed admins and revoked roles are not restored.
    if (admins) await overwriteEveryAdmin(trx, admins);
    // Sessions ended since the backup are not restored either.
    await overwriteEveryAdminSession(trx, sessions ?? []);
  });
}
