import { memo, type ReactNode, useCallback, useState } from 'react';
import { lazyComponent } from '../lazy-component.tsx';
import type { LongListRow, Slot } from './visible-rows.tsx';

/** From this many rows on, a list renders only those near the viewport. */
const VIRTUALISED_FROM = 300;
/** Rows of a long list before the first measurement. */
const INITIAL_ROWS = 24;

const VisibleRows = lazyComponent(() =>
  import('./visible-rows.tsx').then((module) => module.VisibleRows),
);

interface View {
  readonly listId: string;
  readonly slots: readonly Slot[];
}

/** The rendered rows of the last list, so that Back restores its scroll position. */
let lastView: View | undefined;

interface LongListProps<T> {
  as: 'ul' | 'ol';
  className: string;
  items: readonly T[];
  /** Renders the row at index `at`. If `total` is defined, the row must set `aria-posinset` and `aria-setsize`. */
  children: (item: T, at: number, total: number | undefined) => ReactNode;
}

/** Virtualises a long list: placeholders hold the titles of distant rows, for the browser's find in page. */
export function LongList<T extends LongListRow>(props: LongListProps<T>) {
  const { as: List, className, items, children } = props;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [view, setView] = useState(lastView);
  const isLong = items.length >= VIRTUALISED_FROM;
  const listId = [items.length, items[0]?.id, items.at(-1)?.id].join();
  const showSlots = useCallback(
    (slots: readonly Slot[]) => {
      lastView = { listId, slots };
      setView(lastView);
    },
    [listId],
  );
  const unmeasured: Slot = { from: 0, to: isLong ? INITIAL_ROWS : items.length };
  const slots = isLong && view?.listId === listId ? view.slots : [unmeasured];
  const total = isLong ? items.length : undefined;
  return (
    <List ref={isLong ? setList : undefined} className={className}>
      {slots.flatMap(({ from, to, height }) =>
        height === undefined ? (
          items.slice(from, to).map((item, row) => children(item, from + row, total))
        ) : (
          <Placeholder key={`later ${from}`} items={items} from={from} to={to} height={height} />
        ),
      )}
      {isLong && list ? (
        <VisibleRows key={listId} listId={listId} list={list} items={items} onChange={showSlots} />
      ) : null}
    </List>
  );
}

interface PlaceholderProps extends Required<Slot> {
  items: readonly LongListRow[];
}

/** Placeholder with the titles of its rows. */
const Placeholder = memo(function Placeholder({ items, from, to, height }: PlaceholderProps) {
  const titles = items.slice(from, to).map(({ title }) => title);
  return (
    <li
      className="later"
      aria-hidden="true"
      data-later={titles.length}
      style={{ height: `${height}px`, lineHeight: `${height / titles.length}px` }}
    >
      {titles.join('\n')}
    </li>
  );
});
