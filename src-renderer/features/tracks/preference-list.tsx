import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useState } from 'react';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
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

/** Space picks a row up; Enter presses the handle like any button. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

export function PreferenceList({ tracks }: { tracks: readonly Track[] }) {
  const [tab, setTab] = useState<Tab>('ALL');
  const [said, setSaid] = useState('');
  const { preferences, save } = useTrackPreferences(tracks);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: KEYS,
    }),
  );

  const byId = new Map(tracks.map((track) => [track.id, track]));
  const shown = preferences.flatMap(({ id, enabled }) => {
    const track = byId.get(id);
    return track && (tab === 'ALL' || track.category === tab) ? [{ track, enabled }] : [];
  });
  const ids = shown.map(({ track }) => track.id);

  const move = (from: number, to: number) => {
    save(moveShown(preferences, new Set(ids), { from, to }));
    setSaid(`${shown[from]?.track.title ?? ''}: place ${to + 1} of ${ids.length}`);
  };
  const toggle = (changed: number, enabled: boolean) =>
    save(preferences.map((item) => (item.id === changed ? { ...item, enabled } : item)));
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    // dnd-kit's ids are those given to the rows: numbers
    const from = ids.indexOf(Number(active.id));
    const to = ids.indexOf(Number(over?.id));
    if (from >= 0 && to >= 0 && from !== to) move(from, to);
  };

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
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={handleDragEnd}
        accessibility={{
          announcements: announcementsFor((id) => byId.get(Number(id))?.title ?? '', ids),
          screenReaderInstructions: {
            draggable:
              'Press the space bar to pick the track up, the arrow keys to move it, the space bar to put it down, Escape to leave it where it was. Press Enter for Move up and Move down.',
          },
        }}
      >
        <SortableContext items={ids} strategy={verticalListSortingStrategy}>
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
        </SortableContext>
      </DndContext>
      <p className="sr" role="status">
        {said}
      </p>
      <p className="small quiet">
        {tab === 'ALL'
          ? `${shown.length} ${shown.length === 1 ? 'track' : 'tracks'}`
          : `${shown.length} of ${tracks.length} tracks. The others keep their order.`}
      </p>
    </section>
  );
}

function announcementsFor(
  titleOf: (id: string | number) => string,
  ids: readonly number[],
): Announcements {
  const place = (id: string | number) => `place ${ids.indexOf(Number(id)) + 1} of ${ids.length}`;
  const held = (id: string | number, at: string | number) =>
    `${titleOf(id)} is held at ${place(at)}.`;
  return {
    // A row that is picked up is over its own place at once: both must say the same.
    onDragStart: ({ active }) => held(active.id, active.id),
    onDragOver: ({ active, over }) => (over ? held(active.id, over.id) : undefined),
    onDragEnd: ({ active, over }) =>
      over ? `${titleOf(active.id)} was put down at ${place(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${titleOf(active.id)} stays where it was.`,
  };
}
