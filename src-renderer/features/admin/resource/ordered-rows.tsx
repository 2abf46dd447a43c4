import type { ReactNode } from 'react';
import { MoveHandle, type MoveHandleProps } from '#renderer/components/lists/move-handle.tsx';
import { SortableList } from '#renderer/components/lists/sortable-list.tsx';
import { useSortableRow } from '#renderer/components/lists/use-sortable-row.ts';

export interface RowOrder {
  /** The noun for a row in announcements, such as 'track'. */
  readonly what: string;
  /** The number of rows on earlier pages; `total` counts all pages. */
  readonly before: number;
  readonly total: number;
  /** Indexes on this page; `to` is -1 or the page's length when a step leads to another page. */
  readonly onMove: (from: number, to: number) => void;
}

interface OrderedRowsProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  titleOf: (row: Row) => string;
  order: RowOrder;
  classOf: (row: Row) => string | undefined;
  cellsOf: (row: Row) => ReactNode;
  /** Renders the table around the rows. */
  children: (body: ReactNode) => ReactNode;
}

/** Table rows with a handle to drag them, which also opens a menu with moves. */
export function OrderedRows<Row>(props: OrderedRowsProps<Row>) {
  const { rows, keyOf, titleOf, order, classOf, cellsOf, children } = props;
  const ids = rows.map((row) => Number(keyOf(row)));
  const titles = new Map(rows.map((row, index) => [ids[index], titleOf(row)]));
  return (
    <SortableList
      what={order.what}
      ids={ids}
      titleOf={(id) => titles.get(id) ?? ''}
      before={order.before}
      total={order.total}
      onMove={order.onMove}
    >
      {(move) =>
        children(
          rows.map((row, index) => (
            <OrderedRow
              key={keyOf(row)}
              id={Number(keyOf(row))}
              title={titleOf(row)}
              className={classOf(row)}
              place={order.before + index + 1}
              total={order.total}
              onMove={(steps) => move(index, index + steps)}
            >
              {cellsOf(row)}
            </OrderedRow>
          )),
        )
      }
    </SortableList>
  );
}

interface OrderedRowProps extends Omit<MoveHandleProps, 'sortable'> {
  id: number;
  className: string | undefined;
  children: ReactNode;
}

function OrderedRow({ id, className, children, ...handle }: OrderedRowProps) {
  const { sortable, row } = useSortableRow(id, className);
  return (
    <tr {...row}>
      {children}
      <td className="handle">
        <MoveHandle sortable={sortable} {...handle} />
      </td>
    </tr>
  );
}
