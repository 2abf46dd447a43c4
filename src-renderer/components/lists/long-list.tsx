import { memo, type ReactNode, useCallback, useState } from 'react';
import { lazyComponent } from '../lazy-component.tsx';
import type { LongListRow, Slot } from './visible-rows.tsx';

/** From this many rows on, a list renders only those near the viewport. */
const LONG = 300;
/** Rows of a long list before the first measurement. */
const FIRST = 24;

const VisibleRows = lazyComponent(() =>
  import('./visible-rows.tsx').then((module) => module.VisibleRows),
);

interface View {
  readonly name: string;
  readonly slots: readonly Slot[];
}

/** The last view of a list, so that Back finds its position. */
let last: View | undefined;

interface LongListProps<T> {
  as: 'ul' | 'ol';
  className: string;
  items: readonly T[];
  /** Renders the row at this index; its `aria-posinset` and `aria-setsize` are set when `total` is. */
  children: (item: T, at: number, total: number | undefined) => ReactNode;
}

/** Renders a long list fast: distant rows are placeholders with their titles, for find in page. */
export function LongList<T extends LongListRow>(props: LongListProps<T>) {
  const { as: List, className, items, children } = props;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [view, setView] = useState(last);
  const isLong = items.length >= LONG;
  const name = [items.length, items[0]?.id, items.at(-1)?.id].join();
  const handleChange = useCallback(
    (slots: readonly Slot[]) => {
      last = { name, slots };
      setView(last);
    },
    [name],
  );
  const unmeasured: Slot = { from: 0, to: isLong ? FIRST : items.length };
  const slots = isLong && view?.name === name ? view.slots : [unmeasured];
  const total = isLong ? items.length : undefined;
  return (
    <List ref={isLong ? setList : undefined} className={className}>
      {slots.flatMap(({ from, to, height }) =>
        height === undefined ? (
          items.slice(from, to).map((item, row) => children(item, from + row, total))
        ) : (
          <Later key={`later ${from}`} items={items} from={from} to={to} height={height} />
        ),
      )}
      {isLong && list ? (
        <VisibleRows key={name} name={name} list={list} items={items} onChange={handleChange} />
      ) : null}
    </List>
  );
}

interface LaterProps extends Required<Slot> {
  items: readonly LongListRow[];
}

/** Placeholder with the titles of its rows. */
const Later = memo(function Later({ items, from, to, height }: LaterProps) {
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
