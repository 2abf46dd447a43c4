import { Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { AUDIO_CATEGORIES, type AudioCategory } from '#contract/words/tracks.ts';
import { Button } from '#renderer/components/button.tsx';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { SortableList } from '#renderer/components/sortable-list.tsx';
import { useLongList } from '#renderer/components/use-long-list.ts';
import { isFree, type Track } from '#renderer/data/audio-content.ts';
import { useHasPremium } from '#renderer/data/subscription.ts';
import { moveShown } from '#renderer/data/track-preferences.ts';
import { usePlayAll } from '#renderer/data/use-play-all.ts';
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

interface PreferenceListProps {
  tracks: readonly Track[];
  /** None is on its way any more. */
  isWhole: boolean;
}

export function PreferenceList({ tracks, isWhole }: PreferenceListProps) {
  const [tab, setTab] = useState<Tab>('ALL');
  const { preferences, save } = useTrackPreferences(tracks, isWhole);
  const playAll = usePlayAll();
  const hasPremium = useHasPremium();

  const byId = useMemo(() => new Map(tracks.map((track) => [track.id, track])), [tracks]);
  const shown = useMemo(
    () =>
      preferences.flatMap(({ id }) => {
        const track = byId.get(id);
        return track && (tab === 'ALL' || track.category === tab) ? [track] : [];
      }),
    [preferences, byId, tab],
  );
  const leftOut = new Set(preferences.flatMap(({ id, enabled }) => (enabled ? [] : [id])));
  const heard = shown.filter(({ id }) => !leftOut.has(id));
  const ids = useMemo(() => shown.map(({ id }) => id), [shown]);
  const { listRef, isLong, slots } = useLongList<Track, HTMLOListElement>(shown);

  const handleMove = (from: number, to: number) =>
    save(moveShown(preferences, new Set(ids), { from, to }), '');
  const toggle = (changed: number, enabled: boolean) =>
    save(
      preferences.map((item) => (item.id === changed ? { ...item, enabled } : item)),
      `${byId.get(changed)?.title}: ${enabled ? 'heard again' : 'left out'}`,
    );

  return (
    <section className="stack prefs-section" aria-labelledby="track-list" data-stage={stageOf(tab)}>
      <h2 id="track-list" className="h3">
        Tracks
      </h2>
      <p className="quiet small">
        Choose how you want to listen to the tracks by dragging them to change the order. You can
        also switch off tracks you don't want to hear.
      </p>
      <ChipGroup label="Category" chips={tabs} value={tab} onChange={setTab} segmented />
      <Button look="soft" disabled={heard.length === 0} onClick={() => playAll(heard, 'list')}>
        <Icon of={Play} className="i-play" />
        Play all
      </Button>
      <SortableList
        what="track"
        ids={ids}
        titleOf={(id) => byId.get(id)?.title ?? ''}
        onMove={handleMove}
      >
        {(move) => (
          <ol className="prefs" ref={listRef}>
            {slots.map((slot) =>
              'item' in slot ? (
                <PreferenceRow
                  key={slot.item.id}
                  track={slot.item}
                  free={isFree(slot.item, hasPremium)}
                  enabled={!leftOut.has(slot.item.id)}
                  place={slot.at + 1}
                  total={shown.length}
                  isLong={isLong}
                  onToggle={(next) => toggle(slot.item.id, next)}
                  onMove={(steps) => move(slot.at, slot.at + steps)}
                />
              ) : (
                slot
              ),
            )}
          </ol>
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
