import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
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
import { aloud } from '#renderer/lib/aloud.ts';
import { PromptKeyboardSensor } from './prompt-keyboard-sensor.ts';

/** Space picks a row up; Enter presses the handle like any button. */
const KEYS = { start: ['Space'], cancel: ['Escape'], end: ['Space', 'Enter'] };

const instructionsFor = (what: string) => ({
  draggable: `Press the space bar to pick the ${what} up, the arrow keys to move it, the space bar to put it down, Escape to leave it where it was. Press Enter for Move up and Move down.`,
});

interface SortableListProps {
  /** What a row is, as it is read aloud: 'track'. */
  what: string;
  /** In the order shown. */
  ids: readonly number[];
  titleOf: (id: number) => string;
  /** When the rows are one page of more: how many stand before them, and how many there are in all. */
  before?: number;
  total?: number;
  /** The row at `from` was put where `to` is. By steps, one beyond either end when there are more pages. */
  onMove: (from: number, to: number) => void;
  /** Given the move for a row's own steps, which is then said aloud. */
  children: (move: (from: number, to: number) => void) => ReactNode;
}

/** Rows that are dragged, or moved by keyboard, into another order. Each uses `useSortable` and a `MoveHandle`. */
export function SortableList(props: SortableListProps) {
  const { what, ids, titleOf, before = 0, total = ids.length, onMove, children } = props;
  const about = useId();
  // dnd-kit asks for an array it might change, and compares it by what it is.
  const items = useMemo(() => [...ids], [ids]);
  const say = (sentence: string): undefined => {
    aloud.say(sentence, about);
  };
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(PromptKeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      keyboardCodes: KEYS,
      // A smooth one would not ask who wants less motion.
      scrollBehavior: 'instant',
    }),
  );
  const placeOf = (index: number) => `place ${before + index + 1} of ${total}`;
  const move = (from: number, to: number) => {
    onMove(from, to);
    say(`${titleOf(ids[from] ?? 0)}: ${placeOf(to)}`);
  };
  const handleDragEnd = ({ active, over }: DragEndEvent) => {
    // dnd-kit's ids are those given to the rows: numbers
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
        announcements: announcementsFor(titleOf, (id) => placeOf(ids.indexOf(id)), say),
        screenReaderInstructions: instructionsFor(what),
      }}
    >
      <SortableContext items={items} strategy={verticalListSortingStrategy}>
        {children(move)}
      </SortableContext>
    </DndContext>
  );
}

/** Said by the one announcer, and not by a live region of the library's own beside it. */
function announcementsFor(
  titleOf: (id: number) => string,
  placeOf: (id: number) => string,
  say: (sentence: string) => undefined,
): Announcements {
  const title = (id: string | number) => titleOf(Number(id));
  const place = (id: string | number) => placeOf(Number(id));
  const held = (id: string | number, at: string | number) =>
    say(`${title(id)} is held at ${place(at)}.`);
  const stays = (id: string | number) => say(`${title(id)} stays where it was.`);
  return {
    // A row that is picked up is over its own place at once: both must say the same.
    onDragStart: ({ active }) => held(active.id, active.id),
    onDragOver: ({ active, over }) => (over ? held(active.id, over.id) : undefined),
    // Of a move it is the move that is said.
    onDragEnd: ({ active, over }) => (over?.id === active.id ? stays(active.id) : undefined),
    onDragCancel: ({ active }) => stays(active.id),
  };
}
