import type { UseQueryResult } from '@tanstack/react-query';
import type { Notification } from '#contract/rows/notifications.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

/** A notification with the number of users who have seen it. */
export type SentNotification = Notification & { readonly seen: number };

/** The number of users in this stage whose notifications are not paused; null: not fetched. */
export function useReach(stage: Notification['stage']): UseQueryResult<number> {
  return useAdminQuery(
    ['reach', stage],
    async ({ tables }, { signal }) => {
      const { count } = await tables
        .from('profiles')
        .select('id', { count: 'exact', head: true })
        .eq('preferences->>stage', stage ?? '')
        .or('preferences->>paused.is.null,preferences->>paused.neq.true')
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
    { enabled: stage !== null },
  );
}

/** Whether the notification is not published yet. */
export const isScheduled = ({ announced_at, publish_at, created_at }: Notification): boolean =>
  announced_at === null && publish_at > created_at;
