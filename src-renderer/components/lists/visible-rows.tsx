import {
  defaultRangeExtractor,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useState } from 'react';

/** Rows within this distance of the viewport are rendered, so that Tab or a swipe reaches them. */
const OVERSCAN_PX = 1_000;
/** Lines rendered on both sides of the focused or dragged row, so that Tab reaches the next one. */
const NEAR_LINES = 4;
/** Maximum lines of a placeholder: longer ones update slowly, shorter ones would be too many elements. */
const BLOCK_LINES = 60;

export interface LongListRow {
  readonly id: number;
  readonly title: string;
}

/** Consecutive rows: rendered, or replaced by a placeholder of this height. */
export interface Slot {
  readonly from: number;
  readonly to: number;
  readonly height?: number;
}

interface Layout {
  /** Rows in a line of the grid. */
  readonly columns: number;
  readonly gap: number;
  /** Distance of the list from the top of the document. */
  readonly top: number;
  /** Estimated height of a line. */
  readonly lineHeight: number;
}

/** Measurements of the last list, so that Back restores its scroll position; valid for one window width. */
let saved: { listId: string; width: number; layout: Layout; sizes: VirtualItem[] } | undefined;

interface VisibleRowsProps {
  listId: string;
  list: HTMLElement;
  items: readonly LongListRow[];
  onChange: (slots: readonly Slot[]) => void;
}

/** Reports which rows of a long list to render. */
export function VisibleRows({ listId, list, items, onChange }: VisibleRowsProps) {
  const restored =
    saved?.listId === listId && saved.width === window.innerWidth ? saved : undefined;
  const [layout, setLayout] = useState(() => restored?.layout ?? layoutOf(list));
  const { columns, gap, top, lineHeight } = layout;
  const held = useHeldRow(list, items);
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(items.length / columns),
    estimateSize: () => lineHeight,
    gap,
    scrollMargin: top,
    overscan: Math.ceil(OVERSCAN_PX / lineHeight),
    initialMeasurementsCache: restored?.sizes ?? [],
    rangeExtractor: (range) => {
      const lines = new Set(defaultRangeExtractor(range));
      const line = Math.floor(held / columns);
      for (let near = line - NEAR_LINES; held >= 0 && near <= line + NEAR_LINES; near += 1) {
        if (near >= 0 && near < range.count) lines.add(near);
      }
      return [...lines].sort((a, b) => a - b);
    },
    // The virtualizer updates in layout effects, where React does not allow flushSync.
    useFlushSync: false,
  });
  const lines = virtualizer.getVirtualItems();
  const slots = slotsOf(lines, virtualizer.measurementsCache).map((slot) => ({
    ...slot,
    from: slot.from * columns,
    to: Math.min(slot.to * columns, items.length),
  }));

  useLayoutEffect(() => {
    const now = layoutOf(list);
    const isSame = now.columns === columns && now.gap === gap && Math.abs(now.top - top) < 1;
    if (!isSame) setLayout(now);
    for (const row of list.children) {
      const at = Number(row.getAttribute('aria-posinset')) - 1;
      if (at < 0 || at % columns !== 0) continue;
      virtualizer.resizeItem(at / columns, row.getBoundingClientRect().height);
    }
  });
  const slotsKey = JSON.stringify(slots);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `slotsKey` changes with the slots
  useLayoutEffect(() => {
    if (lines.length > 0) onChange(slots);
  }, [slotsKey, onChange]);

  useEffect(() => {
    // The virtualizer corrects the scroll position itself.
    list.style.overflowAnchor = 'none';
    const measureAgain = () => virtualizer.measure();
    window.addEventListener('resize', measureAgain);
    return () => {
      list.style.overflowAnchor = '';
      window.removeEventListener('resize', measureAgain);
    };
  }, [list, virtualizer]);
  useLayoutEffect(
    () => () => {
      saved = { listId, width: window.innerWidth, layout, sizes: virtualizer.takeSnapshot() };
    },
    [listId, layout, virtualizer],
  );
  return null;
}

/** Slots for the rendered lines, and placeholders for the others. */
function slotsOf(lines: readonly VirtualItem[], all: readonly VirtualItem[]): Slot[] {
  const slots: Slot[] = [];
  let next = 0;
  const skipTo = (line: number) => {
    while (next < line) {
      const to = Math.min(line, (Math.floor(next / BLOCK_LINES) + 1) * BLOCK_LINES);
      slots.push({ from: next, to, height: (all[to - 1]?.end ?? 0) - (all[next]?.start ?? 0) });
      next = to;
    }
  };
  for (const { index } of lines) {
    skipTo(index);
    next = index + 1;
    slots.push({ from: index, to: next });
  }
  skipTo(all.length);
  return slots;
}

function layoutOf(list: HTMLElement): Layout {
  const { gridTemplateColumns, rowGap } = getComputedStyle(list);
  const row = list.querySelector(':scope > :not(.later)');
  return {
    columns: gridTemplateColumns.split(' ').length,
    gap: Number.parseFloat(rowGap) || 0,
    top: list.getBoundingClientRect().top + window.scrollY,
    lineHeight: Math.max(1, row?.getBoundingClientRect().height ?? 0),
  };
}

/** Index of the row in use (focus or drag), which stays rendered; -1 without one. */
function useHeldRow(list: HTMLElement, items: readonly LongListRow[]): number {
  const [held, setHeld] = useState<number>();
  useEffect(() => {
    const hold = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest('[aria-posinset]') : null;
      setHeld(items[Number(row?.getAttribute('aria-posinset')) - 1]?.id);
    };
    list.addEventListener('focusin', hold);
    list.addEventListener('pointerdown', hold);
    return () => {
      list.removeEventListener('focusin', hold);
      list.removeEventListener('pointerdown', hold);
    };
  }, [list, items]);
  return held === undefined ? -1 : items.findIndex(({ id }) => id === held);
}
