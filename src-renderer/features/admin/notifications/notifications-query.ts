import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Notification } from '#contract/rows/notifications.ts';
import { useAdminBackend } from '../admin-session.ts';

/** A notification with the number of users who have seen it. */
export type SentNotification = Notification & { readonly seen: number };

/** The number of users in this stage whose notifications are not paused; null: not fetched. */
export function useReach(stage: Notification['stage']): UseQueryResult<number> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'reach', stage],
    enabled: stage !== null,
    queryFn: async ({ signal }) => {
      const { count } = await tables
        .from('profiles')
        .select('id', { count: 'exact', head: true })
        .eq('preferences->>stage', stage ?? '')
        .or('preferences->>paused.is.null,preferences->>paused.neq.true')
        .abortSignal(signal)
        .throwOnError();
      return count ?? 0;
    },
  });
}

/** Whether the notification is not published yet. */
export const isScheduled = ({ announced_at, publish_at, created_at }: Notification): boolean =>
  announced_at === null && publish_at > created_at;
