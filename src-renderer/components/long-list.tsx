import { memo, type ReactElement } from 'react';

// What a list of thousands needs beyond its first rows; fetched when there is such a list (`use-long-list.ts`).

/** A multiple of every number of columns a list has, so that what stands for a piece begins and ends a line. */
const PIECE = 12;
/** Where none of so many pieces is near, one element stands for all of them: of a thousand a phone makes a long task. */
const BLOCK = 20;
/** Rows come into the document this far before they come into sight, and so before Tab or a swipe gets there. */
const AHEAD_PX = 1_000;

export interface LongListRow {
  readonly id: number;
  readonly title: string;
}
/** A row, or what stands for some of them. */
export type Slot<T> = { readonly item: T; readonly at: number } | ReactElement;

/** Which pieces of a list are in the document. */
export interface View {
  readonly from: number;
  readonly to: number;
  /** The row that is being used: it stays, wherever she scrolls and wherever it is moved to. */
  readonly held: number | undefined;
  /** Of each piece that has been there, to the beginning of the next; the first one's is everybody's estimate. */
  readonly heights: readonly (number | undefined)[];
  readonly gap: number;
}

const PIECES = new WeakMap<object, readonly (readonly object[])[]>();
const BLOCKS = new WeakMap<object, readonly (readonly object[])[]>();

/** The last list as it was measured, in a window of this width. */
let known: Pick<View, 'heights' | 'gap'> & { list: string } = { heights: [], gap: 0, list: '' };

/** Which list it is, in which window: another one, or one that has changed, has other heights. */
function nameOf(items: readonly LongListRow[]): string {
  return [innerWidth, items.length, items[0]?.id, items.at(-1)?.id].join();
}

/**
 * Before anything is measured here: with the heights of this list when she left it, so that a way back finds its
 * place; of another one only as an estimate.
 */
export function firstView(items: readonly LongListRow[]): View {
  const isSame = known.list === nameOf(items);
  const heights = isSame ? known.heights : known.heights.slice(0, 1);
  return { from: 0, to: 1, held: undefined, heights, gap: known.gap };
}

/** The first piece is always there: it came with the document, and tells how high the others are. */
export function slotsOf<T extends LongListRow>(items: readonly T[], view: View): Slot<T>[] {
  const { from, to, held, gap } = view;
  const heldAt = held === undefined ? -1 : items.findIndex(({ id }) => id === held);
  const heldPiece = Math.floor(heldAt / PIECE);
  const isThere = (piece: number) =>
    piece === 0 || (piece >= from && piece <= to) || piece === heldPiece;
  const pieces = cut(items, PIECE, PIECES);
  const slots: Slot<T>[] = [];
  const standFor = (rows: readonly T[], piece: number) => {
    const height = heightOf(view, piece, rows.length) - gap;
    const key = `later ${piece} ${rows.length}`;
    slots.push(<Later key={key} rows={rows} height={Math.max(0, height)} />);
  };
  for (const [block, all] of cut(items, PIECE * BLOCK, BLOCKS).entries()) {
    const first = block * BLOCK;
    const within = pieces.slice(first, first + BLOCK);
    if (!within.some((_, index) => isThere(first + index))) {
      standFor(all, first);
      continue;
    }
    for (const [index, rows] of within.entries()) {
      const piece = first + index;
      if (!isThere(piece)) standFor(rows, piece);
      else slots.push(...rows.map((item, row) => ({ item, at: piece * PIECE + row })));
    }
  }
  return slots;
}

/** Of so many rows from the beginning of a piece on, as far as it is known. */
function heightOf({ heights }: Pick<View, 'heights'>, piece: number, rows: number): number {
  let height = 0;
  for (let at = 0; at < rows; at += PIECE) {
    const count = Math.min(PIECE, rows - at);
    height += heights[piece + at / PIECE] ?? ((heights[0] ?? 0) * count) / PIECE;
  }
  return height;
}

/** Their titles, for the search of the browser. */
const Later = memo(function Later(props: { rows: readonly LongListRow[]; height: number }) {
  const { rows, height } = props;
  return (
    <li
      className="later"
      aria-hidden="true"
      data-later={rows.length}
      style={{ height: `${height}px`, lineHeight: `${height / rows.length}px` }}
    >
      {rows.map(({ title }) => title).join('\n')}
    </li>
  );
});

/** The same ones for the same list: what stands for them is then not rendered again. */
function cut<T extends object>(
  items: readonly T[],
  size: number,
  known: WeakMap<object, readonly (readonly object[])[]>,
): readonly (readonly T[])[] {
  // cut from this very list, below
  const done = known.get(items) as readonly (readonly T[])[] | undefined;
  if (done) return done;
  const parts: T[][] = [];
  for (let at = 0; at < items.length; at += size) parts.push(items.slice(at, at + size));
  known.set(items, parts);
  return parts;
}

interface Followed {
  readonly list: HTMLElement;
  readonly items: () => readonly LongListRow[];
  readonly onChange: (view: View) => void;
}

/** Tells which pieces belong into the document, as she scrolls and as rows are used. */
export function followList({ list, items, onChange }: Followed) {
  let view = firstView(items());
  let frame = 0;
  const end = new AbortController();
  const { signal } = end;

  const change = (next: View) => {
    view = next;
    known = { ...next, list: nameOf(items()) };
    // Rows go before others come, and WebKit looks at the page in between: shorter than she has scrolled, it would
    // throw her back by as much.
    list.style.minHeight = `${list.offsetHeight}px`;
    onChange(next);
  };
  const look = () => {
    frame = 0;
    const tops = topsOf(list, view);
    if (tops.length < 2) return;
    const heights = [...view.heights];
    for (const { piece, top, isThere, next } of tops) {
      if (isThere && next !== undefined) heights[piece] = next - top;
    }
    const first = tops.findLast(({ top }) => top <= -AHEAD_PX)?.piece ?? 0;
    const last = tops.findLast(({ top }) => top < innerHeight + AHEAD_PX)?.piece ?? 0;
    const gap = Number.parseFloat(getComputedStyle(list).rowGap) || 0;
    const isSame =
      first === view.from &&
      last === view.to &&
      Math.abs((heights[0] ?? 0) - (view.heights[0] ?? 0)) < 1;
    if (!isSame) change({ ...view, from: first, to: last, heights, gap });
  };
  const lookSoon = () => {
    frame ||= requestAnimationFrame(look);
  };
  const hold = ({ target }: Event) => {
    const at = target instanceof Node ? rowOf(list, target) : undefined;
    const held = at === undefined ? undefined : items()[at]?.id;
    if (held !== view.held) change({ ...view, held });
  };
  const measureAnew = () => {
    view = { ...view, heights: [] };
    lookSoon();
  };
  addEventListener('scroll', lookSoon, { passive: true, signal });
  addEventListener('resize', measureAnew, { signal });
  list.addEventListener('focusin', hold, { signal });
  list.addEventListener('pointerdown', hold, { signal });
  look();
  // On the way back the browser scrolls to her place after this, and not always with an event that says so.
  lookSoon();
  return {
    /** After the rows that were wanted have come. */
    rendered: () => {
      list.style.minHeight = '';
      look();
    },
    stop: () => {
      end.abort();
      cancelAnimationFrame(frame);
    },
  };
}

/** Where each piece begins, as the document has it; within what stands for several, as they were thought to be. */
function topsOf(list: HTMLElement, view: View) {
  const tops: { piece: number; top: number; isThere: boolean; next?: number }[] = [];
  let at = 0;
  for (const child of list.children) {
    const later = laterOf(child);
    if (later || at % PIECE === 0) {
      const { top } = child.getBoundingClientRect();
      const before = tops.at(-1);
      if (before) before.next = top;
      const first = Math.floor(at / PIECE);
      for (let row = 0; row < (later || 1); row += PIECE) {
        const piece = first + row / PIECE;
        tops.push({ piece, top: top + heightOf(view, first, row), isThere: later === 0 });
      }
    }
    at += later || 1;
  }
  return tops;
}

/** Which row of all holds this node. */
function rowOf(list: HTMLElement, node: Node): number | undefined {
  let at = 0;
  for (const child of list.children) {
    if (child.contains(node)) return at;
    at += laterOf(child) || 1;
  }
  return undefined;
}

/** For how many rows this element stands; 0 when it is one. */
function laterOf(element: Element): number {
  return Number(element.getAttribute('data-later') ?? 0);
}
