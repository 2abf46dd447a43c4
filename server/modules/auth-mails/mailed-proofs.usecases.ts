import type { Kysely } from 'kysely';
import type { Database } from '#db/schema/database.ts';
import type { AuthContext } from '#server/identity/auth-context.ts';
import type { UserRow } from '#server/identity/sessions/sessions.repository.ts';
import { countCodeTry } from './code-tries.ts';
import { clearTokensOf, findTokenByCode } from './one-time-tokens.repository.ts';

/** Whether this is the code of the mail that asked her to say who she is; each look counts as a try. */
export async function isReauthenticationCode(
  context: AuthContext,
  { id, email }: UserRow,
  code: string,
): Promise<boolean> {
  await countCodeTry(context, email);
  const { kysely } = context.db;
  const token = await findTokenByCode(context, kysely, { email, code }, ['reauthentication']);
  return token?.user_id === id;
}

/** No link and no code that is still under way to her opens anything from here on. */
export function voidMailedProofs(trx: Kysely<Database>, userId: string): Promise<void> {
  return clearTokensOf(trx, userId);
}
