import type { AppDatabase } from '#db/open.ts';
import {
  findAdminCredentials,
  overwriteAdminCredentials,
} from '#server/identity/admin-credentials.repository.ts';
import { overwriteEveryAdmin, readEveryAdmin } from '#server/identity/admin-people.repository.ts';

/** The admin's password, the admins and open admin areas go on as they are, whatever database takes the other's place. */
export async function carryAdminCredentials(from: AppDatabase, to: AppDatabase): Promise<void> {
  const present = await findAdminCredentials(from.kysely);
  const everybody = await readEveryAdmin(from.kysely);
  await to.transaction(async (trx) => {
    if (present) await overwriteAdminCredentials(trx, present);
    // Who was removed since does not come back, nor a role she has given up.
    if (everybody) await overwriteEveryAdmin(trx, everybody);
  });
}
