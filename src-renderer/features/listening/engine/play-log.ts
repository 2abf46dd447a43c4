import { consentQuery } from '#renderer/data/consents.ts';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';

/** The cached consent expires, since it may change on another device; the server enforces it. */
const ANSWER_HOLDS_MS = 5 * 60_000;

/**
 * Logs a started play of a signed-in user who has consented. Otherwise the server only counts the
 * play and stores no row. Failures are ignored, since playback must not depend on logging.
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
