import type { AppDatabase } from '#db/open.ts';
import {
  findAdminCredentials,
  overwriteAdminCredentials,
} from '#server/identity/admin-credentials.repository.ts';

/** The admin's password and open admin areas go on as they are, whatever database takes the other's place. */
export async function carryAdminCredentials(from: AppDatabase, to: AppDatabase): Promise<void> {
  const present = await findAdminCredentials(from.kysely);
  if (!present) return;
  await to.transaction((trx) => overwriteAdminCredentials(trx, present));
}
