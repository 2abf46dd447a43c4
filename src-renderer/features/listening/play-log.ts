import { consentQuery } from '#renderer/data/consents.ts';
import { currentSession } from '#renderer/lib/auth-client.ts';
import { backend } from '#renderer/lib/backend.ts';
import { queryClientOf } from '#renderer/lib/query-client.ts';

/** Another of her devices may have answered meanwhile; the server decides in the end. */
const ANSWER_HOLDS_MS = 5 * 60_000;

/**
 * Writes a started play into the history of whoever is signed in, once she has been asked; after a no
 * the server counts it and keeps no row. Listening must not depend on it, so a failure is left alone:
 * the next play is logged again.
 */
export async function logPlay(contentId: number): Promise<void> {
  const session = await currentSession();
  if (!session) return;
  const { id } = session.user;
  const answer = await queryClientOf()
    .fetchQuery({ ...consentQuery(id, 'play_log'), staleTime: ANSWER_HOLDS_MS })
    .catch(() => null);
  if (answer === null) return;
  await backend()
    .tables.from('user_activity')
    .insert({ user_id: id, content_id: contentId, action_type: 'play' });
}
