import { memo, type ReactElement } from 'react';

// What a list of thousands needs beyond its first rows; fetched when there is such a list (`use-long-list.ts`).

/** A multiple of every number of columns a list has, so that what stands for a piece begins and ends a line. */
const PIECE = 12;
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
export function slotsOf<T extends LongListRow>(
  items: readonly T[],
  { from, to, held, heights, gap }: View,
): Slot<T>[] {
  const slots: Slot<T>[] = [];
  for (const [piece, rows] of piecesOf(items).entries()) {
    const at = piece * PIECE;
    const isNear = piece === 0 || (piece >= from && piece <= to);
    if (isNear || (held !== undefined && rows.some(({ id }) => id === held))) {
      for (const [index, item] of rows.entries()) slots.push({ item, at: at + index });
    } else {
      const height = heights[piece] ?? ((heights[0] ?? 0) * rows.length) / PIECE;
      slots.push(<Later key={`later ${at}`} rows={rows} height={Math.max(0, height - gap)} />);
    }
  }
  return slots;
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
function piecesOf<T extends object>(items: readonly T[]): readonly (readonly T[])[] {
  // cut from this very list, below
  const cut = PIECES.get(items) as readonly (readonly T[])[] | undefined;
  if (cut) return cut;
  const pieces: T[][] = [];
  for (let at = 0; at < items.length; at += PIECE) pieces.push(items.slice(at, at + PIECE));
  PIECES.set(items, pieces);
  return pieces;
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
    const tops = topsOf(list);
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

/** Where each piece begins, as the document has it. */
function topsOf(list: HTMLElement) {
  const tops: { piece: number; top: number; isThere: boolean; next?: number }[] = [];
  let at = 0;
  for (const child of list.children) {
    const later = laterOf(child);
    if (later || at % PIECE === 0) {
      const { top } = child.getBoundingClientRect();
      const before = tops.at(-1);
      if (before) before.next = top;
      tops.push({ piece: Math.floor(at / PIECE), top, isThere: later === 0 });
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
