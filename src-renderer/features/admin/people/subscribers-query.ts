import {
  keepPreviousData,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { ListPage } from '../shared/list-state.tsx';
import { readPage } from '../shared/read-page.ts';

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
      let asked = tables.from('newsletter_subscribers').select('*', { count: 'exact' });
      if (state !== 'all') asked = asked.eq('status', state);
      const words = search.trim().replace(/[\\%_]/g, '\\$&');
      if (words) asked = asked.ilike('email', `%${words}%`);
      return readPage(asked.order('id', { ascending: false }), {
        page,
        perPage: SUBSCRIBERS_PER_PAGE,
        signal,
      });
    },
  });
}

export function useTakeOffList(id: number): UseMutationResult<void, Error, void> {
  const { call } = useAdminBackend();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await call('takeOffList', { params: { id } });
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'subscribers'] }),
  });
}

/** Saves that state of the list as a file, with the proof and the one-click address of each line. */
export function useSaveList(): UseMutationResult<void, Error, SubscriberFilter> {
  const { call } = useAdminBackend();
  return useMutation({
    mutationFn: async (status) => saveFile(await call('getSubscribers', { input: { status } })),
  });
}
