import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { scrollKeyOf } from '#renderer/lib/scroll-key.ts';

/** Rows that are rendered at first, and added at the end of the list while the user scrolls. */
const STEP = 60;
/** Distance of the last row from the window at which rows are added. */
const AHEAD = '1500px';

/** The number of rendered rows by history entry, so that Back finds the same height and restores its position. */
const counts = new Map<string, number>();

interface LongListProps<T> {
  as: 'ul' | 'ol';
  className: string;
  items: readonly T[];
  /** Renders the row at index `at`. */
  children: (item: T, at: number) => ReactNode;
}

/** A list of any length: ten thousand cards at once would be 200,000 elements. */
export function LongList<T>({ as: List, className, items, children }: LongListProps<T>) {
  const entry = scrollKeyOf(useLocation());
  const [count, setCount] = useState(() => counts.get(entry) ?? STEP);
  const [list, setList] = useState<HTMLElement | null>(null);
  const end = Math.min(count, items.length);
  useEffect(() => {
    counts.set(entry, count);
    const lastRow = list?.lastElementChild;
    if (!lastRow || end === items.length) return;
    const observer = new IntersectionObserver(
      ([row]) => {
        if (row?.isIntersecting) setCount(end + STEP);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(lastRow);
    return () => observer.disconnect();
  }, [entry, count, end, items, list]);
  return (
    <List ref={setList} className={className}>
      {items.slice(0, end).map(children)}
    </List>
  );
}
