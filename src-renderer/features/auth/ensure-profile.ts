import type { Tables } from '#renderer/lib/backend.ts';

/** What the table server answers when `single()` finds no row. */
const NO_ROW = 'PGRST116';

/**
 * Looks her profile up and creates it when there is none. Signing in must not depend on it, so
 * whatever goes wrong is only logged.
 */
export async function ensureProfile(
  tables: Tables,
  userId: string,
  log: (what: string, error: unknown) => void,
): Promise<void> {
  const { error } = await tables.from('profiles').select('*').eq('id', userId).single();
  if (!error) return;
  if (error.code !== NO_ROW) {
    log('Profile could not be looked up', error);
    return;
  }
  const created = await tables.from('profiles').insert([{ id: userId }]);
  if (created.error) log('Profile could not be created', created.error);
}
