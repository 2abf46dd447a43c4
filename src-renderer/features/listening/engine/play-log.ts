import { consentQuery } from '#renderer/data/consents.ts';
import { currentSession } from '#renderer/lib/requests/auth-client.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { queryClientOf } from '#renderer/lib/requests/query-client.ts';

/** The cached consent expires, because it may change on another device. The server enforces it. */
const CONSENT_STALE_MS = 5 * 60_000;

/**
 * Logs a play of a signed-in user who has answered the consent question. If the user has declined,
 * the server only counts the play. Failures to read the answer are ignored.
 */
export async function logPlay(contentId: number): Promise<void> {
  const session = await currentSession();
  if (!session) return;
  const { id } = session.user;
  const consent = await queryClientOf()
    .fetchQuery({ ...consentQuery(id, 'play_log'), staleTime: CONSENT_STALE_MS })
    .catch(() => null);
  if (consent === null) return;
  await backend()
    .tables.from('user_activity')
    .insert({ user_id: id, content_id: contentId, action_type: 'play' });
}
