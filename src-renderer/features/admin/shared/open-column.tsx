import type { Column } from './data-table.tsx';

/** What comes first in a list: what a row is called, as the button that opens it. */
export function openColumn<Row>(
  header: string,
  nameOf: (row: Row) => string,
  onOpen: (row: Row) => void,
): Column<Row> {
  return {
    header,
    cell: (row) => (
      <button type="button" className="a-open" onClick={() => onOpen(row)}>
        {nameOf(row)}
      </button>
    ),
  };
}
