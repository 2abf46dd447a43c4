import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AudioContent } from '#contract/audio-content.ts';
import type { Category } from '#renderer/lib/audio-content.ts';
import { useAdminBackend } from '../admin-session.ts';
import type { Sort } from '../shared/data-table.tsx';

export const TRACKS_PER_PAGE = 50;

/** What of the library is shown, and in which order. */
export interface TrackView {
  readonly search: string;
  readonly category: Category | 'ALL';
  readonly kind: AudioContent['kind'] | 'all';
  readonly state: 'all' | 'active' | 'disabled';
  readonly sort: Sort;
  readonly page: number;
}

export const FIRST_VIEW: TrackView = {
  search: '',
  category: 'ALL',
  kind: 'all',
  state: 'all',
  sort: { by: 'position', isDescending: false },
  page: 0,
};

interface TrackPage {
  readonly rows: readonly AudioContent[];
  readonly total: number;
}

export function useTracks(view: TrackView): UseQueryResult<TrackPage> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'tracks', view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TrackPage> => {
      const first = view.page * TRACKS_PER_PAGE;
      let asked = tables.from('audio_content').select('*', { count: 'exact' });
      if (view.search.trim()) asked = asked.or(searchFilter(view.search.trim()));
      if (view.category !== 'ALL') asked = asked.eq('category', view.category);
      if (view.kind !== 'all') asked = asked.eq('kind', view.kind);
      if (view.state !== 'all') asked = asked.eq('enabled', view.state === 'active');
      const { data, count } = await asked
        .order(view.sort.by, { ascending: !view.sort.isDescending })
        .order('id')
        .range(first, first + TRACKS_PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
}

/** Title or description holds the words as typed: what is special to LIKE and to the filter is escaped. */
export function searchFilter(text: string): string {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const quoted = `"${pattern.replace(/[\\"]/g, '\\$&')}"`;
  return `title.ilike.${quoted},description.ilike.${quoted}`;
}
