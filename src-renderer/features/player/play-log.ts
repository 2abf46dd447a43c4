import type { PostgrestClient } from '@supabase/postgrest-js';

/**
 * Writes a started play into her history. Listening must not depend on it, so a failure is left
 * alone: the next play is logged again.
 */
export async function logPlay(
  tables: PostgrestClient,
  userId: string,
  contentId: number,
): Promise<void> {
  await tables
    .from('user_activity')
    .insert({ user_id: userId, content_id: contentId, action_type: 'play' });
}
