import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { SortableList } from '#renderer/components/lists/sortable-list.tsx';
import { OrderedRow } from './ordered-row.tsx';

export interface Sort {
  /** A column of the server's table. */
  readonly by: string;
  readonly isDescending: boolean;
}

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The server's column for sorting by this heading. */
  readonly sortBy?: string | undefined;
  /** Shows the heading before the value on a phone, where the row of headings is hidden. */
  readonly isLabelled?: boolean;
  /** The list width from which the column is shown; the title is always shown. */
  readonly showFrom?: 'medium' | 'large' | 'wide';
}

export interface Selection<Id> {
  readonly chosen: ReadonlySet<Id>;
  readonly onChange: (chosen: ReadonlySet<Id>) => void;
}

interface RowOrder {
  /** The noun for a row in announcements, such as 'track'. */
  readonly what: string;
  /** The number of rows on earlier pages; `total` counts all pages. */
  readonly before: number;
  readonly total: number;
  /** Indexes on this page; `to` is -1 or the page's length when a step leads to another page. */
  readonly onMove: (from: number, to: number) => void;
}

interface DataTableProps<Row, Id> {
  /** Accessible name of the table. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => Id;
  /** Names a row's controls: 'Choose Pregnancy Psalms'. */
  titleOf: (row: Row) => string;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** A checkbox for every row, and one for all. */
  selection?: Selection<Id> | undefined;
  /** The row open in the side panel. */
  openKey?: Id | undefined;
  /** Manual order with movable rows; requires numeric keys. */
  order?: RowOrder | undefined;
}

/** A table of loaded rows; on a phone each row takes two lines. */
export function DataTable<Row, Id extends string | number>(props: DataTableProps<Row, Id>) {
  const { caption, rows, columns, keyOf, titleOf, sort, onSort } = props;
  const { selection, openKey, order } = props;
  const cellsOf = (row: Row) => (
    <>
      {selection ? (
        <td className="choose">
          <Checkbox name={`Choose ${titleOf(row)}`} keys={[keyOf(row)]} {...selection} />
        </td>
      ) : null}
      {columns.map(({ header, cell, isLabelled, showFrom }) => (
        <td key={header} data-label={isLabelled ? header : undefined} data-from={showFrom}>
          {cell(row)}
        </td>
      ))}
    </>
  );
  const classOf = (row: Row) => (keyOf(row) === openKey ? 'selected' : undefined);
  const frame = (body: ReactNode) => (
    <div className="admin-scroll">
      <table className={`table${selection ? ' selectable' : ''}${order ? ' ordered' : ''}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="choose">
                <Checkbox name="Choose all of this page" keys={rows.map(keyOf)} {...selection} />
              </th>
            ) : null}
            {columns.map((column) => (
              <Heading key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
            {order ? <th scope="col">Move</th> : null}
          </tr>
        </thead>
        <tbody>{body}</tbody>
      </table>
    </div>
  );
  if (!order) {
    return frame(
      rows.map((row) => (
        <tr key={keyOf(row)} className={classOf(row)}>
          {cellsOf(row)}
        </tr>
      )),
    );
  }
  const titles = new Map(rows.map((row) => [Number(keyOf(row)), titleOf(row)]));
  return (
    <SortableList {...order} ids={[...titles.keys()]} titleOf={(id) => titles.get(id) ?? ''}>
      {(move) =>
        frame(
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

interface HeadingProps<Row> {
  column: Column<Row>;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { header, sortBy, showFrom } = column;
  const isSorted = sort.by === sortBy;
  const isDescending = isSorted && sort.isDescending;
  return (
    <th
      scope="col"
      data-from={showFrom}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sortBy === undefined ? (
        header
      ) : (
        <button
          type="button"
          className="sort"
          onClick={() => onSort({ by: sortBy, isDescending: isSorted && !isDescending })}
        >
          {header}
          {isSorted ? <Icon of={isDescending ? ArrowDown : ArrowUp} /> : null}
        </button>
      )}
    </th>
  );
}

interface CheckboxProps<Id> extends Selection<Id> {
  name: string;
  /** The rows that the checkbox selects. */
  keys: readonly Id[];
}

function Checkbox<Id>({ name, keys, chosen, onChange }: CheckboxProps<Id>) {
  const others = [...chosen].filter((key) => !keys.includes(key));
  return (
    <label className="box">
      <input
        type="checkbox"
        aria-label={name}
        checked={keys.length > 0 && keys.every((key) => chosen.has(key))}
        onChange={({ target }) => onChange(new Set(target.checked ? [...others, ...keys] : others))}
      />
    </label>
  );
}
