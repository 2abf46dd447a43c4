import { logWarning } from '#renderer/lib/log.ts';
import type { Tables } from '#renderer/lib/requests/backend.ts';

/** PostgREST's code when `single()` finds no row. */
const NO_ROW = 'PGRST116';

/**
 * Creates the user's profile if it does not exist. Errors are only logged, because signing in must
 * not depend on the profile.
 */
export async function ensureProfile(tables: Tables, userId: string): Promise<void> {
  const { error } = await tables.from('profiles').select('*').eq('id', userId).single();
  if (!error) return;
  if (error.code !== NO_ROW) {
    logWarning('profile lookup failed', error);
    return;
  }
  const created = await tables.from('profiles').insert([{ id: userId }]);
  if (created.error) logWarning('profile creation failed', created.error);
}
