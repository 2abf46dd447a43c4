import { useState } from 'react';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { SortableList } from '#renderer/components/sortable-list.tsx';
import { stageOf } from '#renderer/components/stage-mark.tsx';
import { CATEGORIES, type Category, type Track } from '#renderer/lib/audio-content.ts';
import { moveShown } from '#renderer/lib/track-preferences.ts';
import { PreferenceRow } from './preference-row.tsx';
import { useTrackPreferences } from './use-track-preferences.ts';

type Tab = 'ALL' | Category;

const TAB_LABELS: Record<Category, string> = {
  PREGNANCY: 'PREG',
  BIRTHING: 'BIRTH',
  POSTBIRTH: 'POST',
};
const tabs = [
  { value: 'ALL' as const, label: 'ALL', stage: 'all' as const },
  ...CATEGORIES.map((category) => ({
    value: category,
    label: TAB_LABELS[category],
    stage: stageOf(category),
  })),
];

export function PreferenceList({ tracks }: { tracks: readonly Track[] }) {
  const [tab, setTab] = useState<Tab>('ALL');
  const { preferences, save } = useTrackPreferences(tracks);

  const byId = new Map(tracks.map((track) => [track.id, track]));
  const shown = preferences.flatMap(({ id, enabled }) => {
    const track = byId.get(id);
    return track && (tab === 'ALL' || track.category === tab) ? [{ track, enabled }] : [];
  });
  const ids = shown.map(({ track }) => track.id);

  const handleMove = (from: number, to: number) =>
    save(moveShown(preferences, new Set(ids), { from, to }));
  const toggle = (changed: number, enabled: boolean) =>
    save(preferences.map((item) => (item.id === changed ? { ...item, enabled } : item)));

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
      <SortableList ids={ids} titleOf={(id) => byId.get(id)?.title ?? ''} onMove={handleMove}>
        {(move) => (
          <ol className="prefs">
            {shown.map(({ track, enabled }, at) => (
              <PreferenceRow
                key={track.id}
                track={track}
                enabled={enabled}
                isFirst={at === 0}
                isLast={at === shown.length - 1}
                onToggle={(next) => toggle(track.id, next)}
                onMove={(step) => move(at, at + step)}
              />
            ))}
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
