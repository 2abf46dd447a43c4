import { likePattern, withTypos, wordsOf } from '#contract/constants/fuzzy-search.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import {
  AUDIO_KINDS,
  type AudioCategory,
  type AudioKind,
} from '#contract/constants/tracks/tracks.ts';
import { LISTED_COLUMNS } from '#contract/rows/audio-content.ts';
import type { ListedTrack } from '#contract/rows/first-rows.ts';
import { Switch } from '#renderer/components/forms/switch.tsx';
import { formatLength } from '#renderer/lib/format.ts';
import { Cover } from '#renderer/track-parts/cover.tsx';
import { STAGE_CHIPS, StageMark, stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { usePermissions } from '../admin-permissions.ts';
import type { AdminBackend } from '../admin-session.ts';
import type { ListPage } from '../resource/list-state.tsx';
import { readPage } from '../resource/read-page.ts';
import { type ListView, optionsOf, type Resource } from '../resource/resource.ts';
import { enabledValues, useUpdateTrack } from './editor/use-update-track.ts';
import { describeSchedule } from './schedule.ts';

export type TrackRow = ListedTrack;

export interface TrackFilters extends Record<string, string> {
  readonly category: 'ALL' | AudioCategory;
  readonly kind: 'all' | AudioKind;
  readonly access: 'all' | 'free' | 'premium';
  readonly state: 'all' | 'active' | 'disabled' | 'planned';
}
export type TrackView = ListView<TrackFilters>;

export const KIND_CHOICES = optionsOf(AUDIO_KINDS);

export const tracksResource: Resource<TrackRow, TrackFilters> = {
  name: 'tracks',
  caption: 'Tracks',
  label: ['track', 'tracks'],
  area: 'content',
  keyOf: ({ id }) => id,
  title: {
    header: 'Title',
    of: ({ title }) => title,
    sortBy: 'title',
    cell: ({ category, image_url }, button) => (
      <span className="admin-track" data-stage={stageOf(category)}>
        <Cover src={image_url} />
        {button}
      </span>
    ),
  },
  columns: [
    {
      header: 'Category',
      sortBy: 'category',
      showFrom: 'medium',
      cell: ({ category }) => <StageMark stage={stageOf(category)} />,
    },
    {
      header: 'Duration',
      sortBy: 'duration',
      showFrom: 'wide',
      cell: ({ duration }) => <span className="tabular-numbers">{formatLength(duration)}</span>,
    },
    {
      header: 'Access',
      showFrom: 'large',
      cell: ({ is_premium }) => (
        <span className={is_premium ? 'badge premium' : 'badge'}>
          {is_premium ? 'Premium' : 'Free'}
        </span>
      ),
    },
    { header: 'Status', sortBy: 'enabled', cell: (track) => <StatusSwitch track={track} /> },
  ],
  search: 'Search tracks',
  filters: {
    category: { label: 'Category', as: 'chips', options: STAGE_CHIPS },
    kind: {
      label: 'Kind',
      as: 'pick',
      options: optionsOf(['all', ...AUDIO_KINDS], { all: 'All kinds' }),
    },
    access: {
      label: 'Access',
      as: 'pick',
      options: optionsOf(['all', 'free', 'premium'], { all: 'Any access' }),
    },
    state: {
      label: 'Status',
      as: 'pick',
      options: optionsOf(['all', 'active', 'disabled', 'planned'], { all: 'Any status' }),
    },
  },
  defaultSort: { by: 'position', isDescending: false },
  orders: [
    { by: 'position', isDescending: false, label: 'Custom order' },
    { by: 'title', isDescending: false, label: 'By title' },
    { by: 'duration', isDescending: false, label: 'By duration' },
    { by: 'updated_at', isDescending: true, label: 'By last change' },
  ],
  empty: () => ({
    title: 'No tracks match',
    text: 'Try fewer words or filters.',
    reset: 'Show all',
  }),
  read: (wanted, backend, signal) =>
    findTracks<TrackRow>(backend, wanted, LISTED_COLUMNS, (tracks) =>
      readPage(tracks, wanted, signal),
    ),
  refreshOn: ['audio_content'],
};

/** The ids of all matching tracks, on all pages. */
export async function findIds(backend: AdminBackend, view: TrackView): Promise<number[]> {
  const { signal } = new AbortController();
  const ids: number[] = [];
  for (let page = 0; ; page += 1) {
    const wanted = { ...view, page, perPage: LIMITS.pageRows };
    const { rows, total } = await findTracks<Id>(backend, wanted, 'id', (tracks) =>
      readPage(tracks, wanted, signal),
    );
    ids.push(...rows.map(({ id }) => id));
    if (rows.length === 0 || ids.length >= total) return ids;
  }
}

/** The id of the track at an index over all pages, for a neighbour on another page. */
export async function findTrackAt(
  backend: AdminBackend,
  view: TrackView,
  index: number,
): Promise<number | undefined> {
  const wanted = { sort: view.sort, page: index, perPage: 1 };
  const { signal } = new AbortController();
  const { rows } = await findTracks<Id>(backend, view, 'id', (tracks) =>
    readPage(tracks, wanted, signal),
  );
  return rows[0]?.id;
}

type Id = Pick<TrackRow, 'id'>;
type WantedTracks = Pick<TrackView, 'search' | 'filters'>;

/** Reads the matching tracks; if there are none, tracks that match with a typo. */
function findTracks<Row>(
  { tables }: AdminBackend,
  wanted: WantedTracks,
  columns: string,
  read: (tracks: ReturnType<typeof selectTracks<Row>>) => Promise<ListPage<Row>>,
): Promise<ListPage<Row>> {
  return withTypos(
    wordsOf(wanted.search),
    ({ total }) => total === 0,
    (patterns) => read(selectTracks<Row>(tables, wanted, columns, patterns)),
  );
}

/** If given, `patterns` replace the search words: regular expressions for titles. */
function selectTracks<Row>(
  tables: AdminBackend['tables'],
  { search, filters: { category, kind, access, state } }: WantedTracks,
  columns: string,
  patterns: readonly string[] | undefined,
) {
  let query = tables.from('audio_content').select<string, Row>(columns, { count: 'exact' });
  for (const pattern of patterns ?? []) query = query.filter('title', 'imatch', pattern);
  for (const word of patterns ? [] : wordsOf(search)) query = query.or(filterOf(word));
  if (category !== 'ALL') query = query.eq('category', category);
  if (kind !== 'all') query = query.eq('kind', kind);
  if (access !== 'all') query = query.eq('is_premium', access === 'premium');
  if (state === 'planned') query = query.or('publish_at.not.is.null,unpublish_at.not.is.null');
  else if (state !== 'all') query = query.eq('enabled', state === 'active');
  return query;
}

/** Matches the word in title or description; escapes special characters of LIKE and PostgREST. */
function filterOf(word: string): string {
  const quoted = `"${likePattern(word).replace(/[\\"]/g, '\\$&')}"`;
  return `title.ilike.${quoted},description.ilike.${quoted}`;
}

/** Optimistic: shows the new state at once and the server's result when it arrives. */
function StatusSwitch({ track }: { track: TrackRow }) {
  const { id, title, enabled, audio_url } = track;
  const update = useUpdateTrack(id);
  const mayWrite = usePermissions()('write content');
  const isOn = update.isPending ? update.variables.enabled === true : enabled;
  const hasRecording = audio_url !== '';
  const plan = describeSchedule(track);
  return (
    <span className="admin-state">
      <span className="admin-state-on">
        <Switch
          checked={isOn}
          disabled={update.isPending || !hasRecording || !mayWrite}
          label={`${title} is active`}
          onChange={(next) => update.mutate(enabledValues(next))}
        />
        <span className="small">{isOn ? 'Active' : 'Disabled'}</span>
      </span>
      {hasRecording ? null : <span className="badge">No recording</span>}
      {plan ? <span className="badge wait tabular-numbers">{plan}</span> : null}
    </span>
  );
}
