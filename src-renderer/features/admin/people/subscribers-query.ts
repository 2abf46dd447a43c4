import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { NewsletterSubscriber } from '#contract/newsletter-subscribers.ts';
import { API_PATHS } from '#contract/paths.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { useAdminCall } from '../shared/use-admin-call.ts';

export const SUBSCRIBERS_PER_PAGE = 50;
export type SubscriberFilter = 'all' | NewsletterSubscriber['status'];

export interface SubscriberQuestion {
  readonly state: SubscriberFilter;
  /** A part of the address. */
  readonly search: string;
  /** From 0. */
  readonly page: number;
}

/** One page of the list, the newest first. */
export function useSubscribers(
  question: SubscriberQuestion,
): UseQueryResult<ListPage<NewsletterSubscriber>> {
  const { tables } = useAdminBackend();
  const { state, search, page } = question;
  return useQuery({
    queryKey: ['admin', 'subscribers', state, search, page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<NewsletterSubscriber>> => {
      const first = page * SUBSCRIBERS_PER_PAGE;
      let asked = tables.from('newsletter_subscribers').select('*', { count: 'exact' });
      if (state !== 'all') asked = asked.eq('status', state);
      const words = search.trim().replace(/[\\%_]/g, '\\$&');
      if (words) asked = asked.ilike('email', `%${words}%`);
      const { data, count } = await asked
        .order('id', { ascending: false })
        .range(first, first + SUBSCRIBERS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

export function useTakeOffList(id: number): UseMutationResult<void, Error, void> {
  const call = useAdminCall();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await call(`${API_PATHS.admin}/newsletter/${id}/unsubscribe`);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'subscribers'] }),
  });
}

/** Saves that state of the list as a file, with the proof and the one-click address of each line. */
export function useSaveList(): UseMutationResult<void, Error, SubscriberFilter> {
  const call = useAdminCall();
  return useMutation({
    mutationFn: async (state) => {
      const path = `${API_PATHS.admin}/newsletter.csv?status=${state}`;
      await saveFile(await call(path, { method: 'GET' }));
    },
  });
}
