import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { LongListRow, Slot, View } from './long-list.tsx';

/** As many rows as a document comes with: none of them waits for anything. */
const FIRST = 24;
const TRY_AGAIN_MS = 5_000;

type Late = typeof import('./long-list.tsx');
let late: Late | undefined;

/**
 * The rows of a list that are near what she sees, and in place of the others their titles, which the browser's
 * search finds: ten thousand of them answer a press as soon as ten. The element is the list's own.
 */
export function useLongList<T extends LongListRow, List extends HTMLElement>(
  items: readonly T[],
): { listRef: RefObject<List | null>; isLong: boolean; slots: readonly Slot<T>[] } {
  const listRef = useRef<List>(null);
  const isLong = items.length > FIRST;
  // A list that fills the document is hardly ever at its end, and its rest need not wait for this as well.
  const here = useLate(items.length >= FIRST);
  const [view, setView] = useState<View>();
  const latest = useRef(items);
  const followed = useRef<ReturnType<Late['followList']>>(undefined);
  useLayoutEffect(() => {
    latest.current = items;
  });
  useLayoutEffect(() => {
    const list = listRef.current;
    if (!here || !isLong || !list) return;
    followed.current = here.followList({
      list,
      items: () => latest.current,
      onChange: setView,
    });
    return () => followed.current?.stop();
  }, [here, isLong]);
  // Other rows, or other heights than were thought: what is near may be another piece now.
  useLayoutEffect(() => {
    if (view && items.length > FIRST) followed.current?.rendered();
  }, [view, items]);
  const slots =
    here && isLong
      ? here.slotsOf(items, view ?? here.firstView(items))
      : items.slice(0, FIRST).map((item, at) => ({ item, at }));
  return { listRef, isLong, slots };
}

/** At once where it has been before; asked for again while it does not come. */
function useLate(wanted: boolean): Late | undefined {
  const [tries, setTries] = useState(0);
  const [loaded, setLoaded] = useState(late);
  useEffect(() => {
    if (!wanted || loaded) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void import('./long-list.tsx').then(
      (part) => {
        late = part;
        setLoaded(part);
      },
      () => {
        timer = setTimeout(() => setTries(tries + 1), TRY_AGAIN_MS);
      },
    );
    return () => clearTimeout(timer);
  }, [wanted, loaded, tries]);
  return loaded;
}
