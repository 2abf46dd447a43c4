import { backend } from '#renderer/lib/backend.ts';

/**
 * Writes a started play into the history of whoever is signed in. Listening must not depend on it,
 * so a failure is left alone: the next play is logged again.
 */
export async function logPlay(contentId: number): Promise<void> {
  const { auth, tables } = backend();
  const { data } = await auth.getSession();
  if (!data.session) return;
  await tables
    .from('user_activity')
    .insert({ user_id: data.session.user.id, content_id: contentId, action_type: 'play' });
}
