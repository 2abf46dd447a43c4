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
import { type ReactNode, useId, useMemo } from 'react';
import { liveRegion } from '#renderer/lib/live-region.ts';

/** Space picks a row up; Enter presses the handle like any button. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

const instructionsFor = (what: string) => ({
  draggable: `Press the space bar to pick the ${what} up, the arrow keys to move it, the space bar to put it down, Escape to leave it where it was. Press Enter for Move up and Move down.`,
});

interface SortableListProps {
  /** Name of a row in announcements: 'track'. */
  what: string;
  /** In display order. */
  ids: readonly number[];
  titleOf: (id: number) => string;
  /** For one page of a longer list: the number of rows before it and in total. */
  before?: number;
  total?: number;
  /** Moves the row at index `from` to index `to`, which may be one beyond either end when there are more pages. */
  onMove: (from: number, to: number) => void;
  /** Receives the function that moves a row and announces the move. */
  children: (move: (from: number, to: number) => void) => ReactNode;
}

/** Rows reordered by drag or keyboard. Each uses `useSortableRow` and a `MoveHandle`. */
export function SortableList(props: SortableListProps) {
  const { what, ids, titleOf, before = 0, total = ids.length, onMove, children } = props;
  const subject = useId();
  // dnd-kit requires a mutable array and compares it by identity.
  const items = useMemo(() => [...ids], [ids]);
  const announce = (sentence: string): undefined => {
    liveRegion.announce(sentence, subject);
  };
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: KEYS,
      // Smooth scrolling would ignore prefers-reduced-motion.
      scrollBehavior: 'instant',
    }),
  );
  const placeOf = (index: number) => `place ${before + index + 1} of ${total}`;
  const move = (from: number, to: number) => {
    onMove(from, to);
    announce(`${titleOf(ids[from] ?? 0)}: ${placeOf(to)}`);
  };
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    // The rows give dnd-kit numeric ids.
    const from = ids.indexOf(Number(active.id));
    const to = ids.indexOf(Number(over?.id));
    if (from >= 0 && to >= 0 && from !== to) move(from, to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={handleDragEnd}
      accessibility={{
        announcements: announcementsFor(titleOf, (id) => placeOf(ids.indexOf(id)), announce),
        screenReaderInstructions: instructionsFor(what),
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children(move)}
      </SortableContext>
    </DndContext>
  );
}

/** Announces in our live region. Each handler returns undefined, so that dnd-kit's own live region stays empty. */
function announcementsFor(
  titleOf: (id: number) => string,
  placeOf: (id: number) => string,
  announce: (sentence: string) => undefined,
): Announcements {
  const title = (id: string | number) => titleOf(Number(id));
  const place = (id: string | number) => placeOf(Number(id));
  const held = (id: string | number, at: string | number) =>
    announce(`${title(id)} is held at ${place(at)}.`);
  const stays = (id: string | number) => announce(`${title(id)} stays where it was.`);
  return {
    // dnd-kit fires both events when a row is picked up, so both must announce the same text.
    onDragStart: ({ active }) => held(active.id, active.id),
    onDragOver: ({ active, over }) => (over ? held(active.id, over.id) : undefined),
    // When the row moved, only the move is announced.
    onDragEnd: ({ active, over }) => (over?.id === active.id ? stays(active.id) : undefined),
    onDragCancel: ({ active }) => stays(active.id),
  };
}
