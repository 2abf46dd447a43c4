import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { AUDIO_CATEGORIES, type AudioCategory } from '#contract/constants/tracks/tracks.ts';
import { ChipGroup } from '#renderer/components/forms/chip-group.tsx';
import { LongList } from '#renderer/components/lists/long-list.tsx';
import { SortableList } from '#renderer/components/lists/sortable-list.tsx';
import { isFree, type Track } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { moveShown } from '#renderer/data/track-preferences.ts';
import { usePlayAll } from '#renderer/data/use-play-all.ts';
import { useHydrated } from '#renderer/lib/hooks/use-hydrated.ts';
import { PlayAllButton } from '#renderer/track-parts/play-all-button.tsx';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';
import { PreferenceRow } from './preference-row.tsx';
import { useTrackPreferences } from './use-track-preferences.ts';

type Tab = 'ALL' | AudioCategory;

const TAB_LABELS: Record<AudioCategory, string> = {
  PREGNANCY: 'PREG',
  BIRTHING: 'BIRTH',
  POSTBIRTH: 'POST',
};
const tabs = [
  { value: 'ALL' as const, label: 'ALL', stage: 'all' as const },
  ...AUDIO_CATEGORIES.map((category) => ({
    value: category,
    label: TAB_LABELS[category],
    stage: stageOf(category),
  })),
];

/** The initial tab from the URL, as linked by the landing page: `/tracks?stage=birthing`. */
function useTabOfUrl(): Tab {
  const [params] = useSearchParams();
  const stage = params.get('stage');
  return AUDIO_CATEGORIES.find((category) => stageOf(category) === stage) ?? 'ALL';
}

interface PreferenceListProps {
  tracks: readonly Track[];
  /** The list is complete. */
  isWhole: boolean;
}

export function PreferenceList({ tracks, isWhole }: PreferenceListProps) {
  const [tab, setTab] = useState(useTabOfUrl());
  const { preferences, save } = useTrackPreferences(tracks, isWhole);
  const isServerRendered = !useHydrated();
  const hasPremium = useHasPremium();

  const playAll = usePlayAll();
  const byId = useMemo(() => new Map(tracks.map((track) => [track.id, track])), [tracks]);
  const shown = useMemo(
    () =>
      preferences.flatMap(({ id }) => {
        const track = byId.get(id);
        return track && (tab === 'ALL' || track.category === tab) ? [track] : [];
      }),
    [preferences, byId, tab],
  );
  const disabledIds = new Set(preferences.flatMap(({ id, enabled }) => (enabled ? [] : [id])));
  const toPlay = shown.filter(({ id }) => !disabledIds.has(id));
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);

  const handleMove = (from: number, to: number) =>
    save(moveShown(preferences, new Set(ids), { from, to }), '');
  const toggle = (changed: number, enabled: boolean) =>
    save(
      preferences.map((item) => (item.id === changed ? { ...item, enabled } : item)),
      `${byId.get(changed)?.title}: ${enabled ? 'switched on' : 'switched off'}`,
    );

  return (
    <section
      className="stack preferences-section"
      aria-labelledby="track-list"
      data-stage={stageOf(tab)}
    >
      <h2 id="track-list" className="h3">
        Tracks
      </h2>
      <p className="quiet small">
        Choose how you want to listen to the tracks by dragging them to change the order. You can
        also switch off tracks you don't want to hear.
      </p>
      <ChipGroup label="Category" chips={tabs} value={tab} onChange={setTab} segmented />
      <PlayAllButton disabled={toPlay.length === 0} onPlay={() => playAll(toPlay, 'list')} />
      <SortableList
        what="track"
        ids={ids}
        titleOf={(id) => byId.get(id)?.title ?? ''}
        onMove={handleMove}
      >
        {(move) => (
          <LongList
            as="ol"
            className={isServerRendered ? 'preferences served' : 'preferences'}
            items={shown}
          >
            {(track, at) => (
              <PreferenceRow
                key={track.id}
                track={track}
                free={isFree(track, hasPremium)}
                enabled={!disabledIds.has(track.id)}
                place={at + 1}
                total={shown.length}
                onToggle={(next) => toggle(track.id, next)}
                onMove={(steps) => move(at, at + steps)}
              />
            )}
          </LongList>
        )}
      </SortableList>
      <p className="small quiet">
        {tab === 'ALL'
          ? `${shown.length} ${shown.length === 1 ? 'track' : 'tracks'}`
          : `${shown.length} of ${tracks.length} tracks. The others keep their order.`}
      </p>
    </section>
  );
}
