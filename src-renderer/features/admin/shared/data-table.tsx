import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '#renderer/components/icon.tsx';
import { OrderedRows, type RowOrder } from './ordered-rows.tsx';

export interface Sort {
  /** A column of the server's table. */
  readonly by: string;
  readonly isDescending: boolean;
}

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  /** The server's column behind a heading that sorts when it is pressed. */
  readonly sortBy?: string;
  /** On a phone, where the headings are gone, it stands before a value that does not say what it is. */
  readonly isLabelled?: boolean;
  /** Not shown while a row is open beside the list: the panel says it as well. */
  readonly givesWay?: boolean;
}

interface Selection<Row, Id> {
  readonly chosen: ReadonlySet<Id>;
  readonly onChange: (chosen: ReadonlySet<Id>) => void;
  /** 'Choose Pregnancy Psalms' is read aloud for its box. */
  readonly nameOf: (row: Row) => string;
}

interface DataTableProps<Row, Id> {
  /** Names the table for a screen reader. */
  caption: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => Id;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** A box before every row, and one above them all. */
  selection?: Selection<Row, Id>;
  /** The row that the side panel shows. */
  openKey?: Id | undefined;
  /** The rows stand in an order of the owner's, and can be moved; their keys are numbers. */
  order?: RowOrder<Row> | undefined;
}

/** Rows in hand, of which the first column is the name; on a phone each becomes two lines. */
export function DataTable<Row, Id extends string | number>(props: DataTableProps<Row, Id>) {
  const { caption, rows, columns, keyOf, sort, onSort, selection, openKey, order } = props;
  const cellsOf = (row: Row) => {
    const key = keyOf(row);
    return (
      <>
        {selection ? (
          <td className="choose">
            <Box
              name={`Choose ${selection.nameOf(row)}`}
              isChosen={selection.chosen.has(key)}
              onChange={(isChosen) =>
                selection.onChange(withKeys(selection.chosen, [key], isChosen))
              }
            />
          </td>
        ) : null}
        {columns.map(({ header, cell, isLabelled, givesWay }) => (
          <td
            key={header}
            data-label={isLabelled ? header : undefined}
            className={givesWay ? 'gives-way' : undefined}
          >
            {cell(row)}
          </td>
        ))}
      </>
    );
  };
  const classOf = (row: Row) => (keyOf(row) === openKey ? 'sel' : undefined);
  const frame = (body: ReactNode) => (
    <div className="a-scroll">
      <table className={`table${selection ? ' choosable' : ''}${order ? ' ordered' : ''}`}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {selection ? (
              <th scope="col" className="choose">
                <ChooseAll keys={rows.map(keyOf)} {...selection} />
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
  if (order) {
    return (
      <OrderedRows rows={rows} keyOf={keyOf} order={order} classOf={classOf} cellsOf={cellsOf}>
        {frame}
      </OrderedRows>
    );
  }
  return frame(
    rows.map((row) => (
      <tr key={keyOf(row)} className={classOf(row)}>
        {cellsOf(row)}
      </tr>
    )),
  );
}

interface HeadingProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { header, sortBy } = column;
  const className = column.givesWay ? 'gives-way' : undefined;
  if (sortBy === undefined || !onSort) {
    return (
      <th scope="col" className={className}>
        {header}
      </th>
    );
  }
  const isSorted = sort?.by === sortBy;
  const isDescending = isSorted && sort.isDescending;
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        className="sort"
        onClick={() => onSort({ by: sortBy, isDescending: isSorted && !isDescending })}
      >
        {header}
        {isSorted ? <Icon of={isDescending ? ArrowDown : ArrowUp} /> : null}
      </button>
    </th>
  );
}

function ChooseAll<Id>({
  keys,
  chosen,
  onChange,
}: {
  keys: readonly Id[];
  chosen: ReadonlySet<Id>;
  onChange: (chosen: ReadonlySet<Id>) => void;
}) {
  return (
    <Box
      name="Choose all of this page"
      isChosen={keys.length > 0 && keys.every((key) => chosen.has(key))}
      onChange={(isChosen) => onChange(withKeys(chosen, keys, isChosen))}
    />
  );
}

interface BoxProps {
  name: string;
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
}

function Box({ name, isChosen, onChange }: BoxProps) {
  return (
    <label className="box">
      <input
        type="checkbox"
        aria-label={name}
        checked={isChosen}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

function withKeys<Id>(
  chosen: ReadonlySet<Id>,
  keys: readonly Id[],
  isChosen: boolean,
): ReadonlySet<Id> {
  const next = new Set(chosen);
  for (const key of keys) {
    if (isChosen) next.add(key);
    else next.delete(key);
  }
  return next;
}
