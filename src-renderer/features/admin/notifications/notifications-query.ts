import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { Notification } from '#contract/rows/notifications.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';

export const NOTIFICATIONS_PER_PAGE = 20;
/** Who has seen what is in no log of changes: it is asked for again after this. */
const REFRESH_MS = 15_000;

/** With the number of people who have seen it. */
export type SentNotification = Notification & { readonly seen: number };

/** What was written to everybody; answers to tickets are with their tickets. */
export function useBroadcasts(page: number): UseQueryResult<ListPage<SentNotification>> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'notifications', page],
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<ListPage<SentNotification>> => {
      const asked = tables
        .from('notifications')
        .select('*', { count: 'exact' })
        .is('user_id', null)
        .order('publish_at', { ascending: false })
        .order('id', { ascending: false });
      const wanted = { page, perPage: NOTIFICATIONS_PER_PAGE, signal };
      const { rows: sent, total } = await readPage(asked, wanted);
      const countSeen = async (id: number) => {
        const { count: seen } = await tables
          .from('notification_reads')
          .select('*', { count: 'exact', head: true })
          .eq('notification_id', id)
          .abortSignal(signal)
          .throwOnError();
        return seen ?? 0;
      };
      const rows = await Promise.all(
        sent.map(async (one) => ({ ...one, seen: await countSeen(one.id) })),
      );
      return { rows, total };
    },
  });
}

/** How many people are in this stage now and have not paused; asked only when there is a stage. */
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

interface Written {
  readonly title: string;
  readonly body: string;
  /** Only those who have said they are in it; everybody when null. */
  readonly stage: Notification['stage'];
  /** When it appears; at once when not given. */
  readonly publishAt: string | undefined;
}

export function useSendNotification(): UseMutationResult<void, Error, Written> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshNotifications();
  return useMutation({
    mutationFn: async ({ title, body, stage, publishAt }) => {
      const row = {
        title,
        body,
        stage,
        ...(publishAt === undefined ? {} : { publish_at: publishAt }),
      };
      await tables.from('notifications').insert(row).throwOnError();
    },
    onSettled: refresh,
  });
}

export function useWithdrawNotification(): UseMutationResult<void, Error, number> {
  const { tables } = useAdminBackend();
  const refresh = useRefreshNotifications();
  return useMutation({
    mutationFn: async (id) => {
      await tables
        .from('notifications')
        .update({ withdrawn_at: new Date().toISOString() })
        .eq('id', id)
        .throwOnError();
    },
    onSettled: refresh,
  });
}

function useRefreshNotifications(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['admin', 'notifications'] });
}
