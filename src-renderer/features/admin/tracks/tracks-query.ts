import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import type { AudioCategory } from '#contract/words/tracks.ts';
import { type AdminBackend, useAdminBackend } from '../admin-session.ts';
import type { Sort } from '../shared/data-table.tsx';
import { readPage } from '../shared/read-page.ts';
import { useAdminChanges } from '../shared/use-admin-changes.ts';

export const TRACKS_PER_PAGE = 50;

/** What of the library is shown, and in which order. */
export interface TrackView {
  readonly search: string;
  readonly category: AudioCategory | 'ALL';
  readonly kind: AudioContent['kind'] | 'all';
  readonly state: 'all' | 'active' | 'disabled' | 'planned';
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

/** All of a track but its transcript and times, which would be most of what a page of the list weighs. */
export type TrackRow = Omit<AudioContent, 'transcript' | 'transcript_timings' | 'chapters'>;

const ROW =
  'id, title, description, category, duration, audio_url, enabled, image_url, kind, is_premium, featured, position, loudness_lufs, ground, focus, credits, publish_at, unpublish_at, created_at, updated_at';

interface TrackPage {
  readonly rows: readonly TrackRow[];
  readonly total: number;
}

export function useTracks(view: TrackView): UseQueryResult<TrackPage> {
  const { tables } = useAdminBackend();
  return useQuery({
    queryKey: ['admin', 'tracks', view],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<TrackPage> => {
      return readPage(askFor(tables, view, ROW), {
        page: view.page,
        perPage: TRACKS_PER_PAGE,
        signal,
      });
    },
  });
}

/** The track at this place of the view, counted over all pages: the neighbour on the next one. */
export async function findTrackAt(
  { tables }: AdminBackend,
  view: TrackView,
  index: number,
): Promise<number | undefined> {
  const { data } = await askFor(tables, view, 'id').range(index, index).throwOnError();
  return data[0]?.id;
}

/** A track with everything, for its editor; live. */
export function useTrack(id: number): UseQueryResult<AudioContent> {
  const { tables } = useAdminBackend();
  useAdminChanges(['audio_content'], ['track']);
  return useQuery({
    queryKey: ['admin', 'track', id],
    // What is typed begins with what is there now, not with what was there before.
    gcTime: 0,
    queryFn: async ({ signal }): Promise<AudioContent> => {
      const { data } = await tables
        .from('audio_content')
        .select('*')
        .eq('id', id)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError();
      if (!data) throw new Error('Somebody has deleted this track.');
      return data;
    },
  });
}

function askFor<const Columns extends string>(
  tables: AdminBackend['tables'],
  view: TrackView,
  columns: Columns,
) {
  let asked = tables.from('audio_content').select(columns, { count: 'exact' });
  if (view.search.trim()) asked = asked.or(searchFilter(view.search.trim()));
  if (view.category !== 'ALL') asked = asked.eq('category', view.category);
  if (view.kind !== 'all') asked = asked.eq('kind', view.kind);
  if (view.state === 'planned') asked = asked.or('publish_at.not.is.null,unpublish_at.not.is.null');
  else if (view.state !== 'all') asked = asked.eq('enabled', view.state === 'active');
  return asked.order(view.sort.by, { ascending: !view.sort.isDescending }).order('id');
}

/** Title or description holds the words as typed: what is special to LIKE and to the filter is escaped. */
export function searchFilter(text: string): string {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  const quoted = `"${pattern.replace(/[\\"]/g, '\\$&')}"`;
  return `title.ilike.${quoted},description.ilike.${quoted}`;
}
