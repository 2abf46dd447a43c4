import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { DataTable, type Sort } from './data-table.tsx';

const ROWS = [
  { id: 1, title: 'Abide' },
  { id: 2, title: 'Be still' },
  { id: 3, title: 'Comfort' },
];

function Table({ onSort }: { onSort?: (sort: Sort) => void }) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([9]));
  const [sort, setSort] = useState<Sort>({ by: 'id', isDescending: false });
  return (
    <>
      <DataTable
        caption="Tracks"
        rows={ROWS}
        columns={[
          { header: 'Title', cell: ({ title }) => title, sortBy: 'title' },
          { header: 'Number', cell: ({ id }) => id },
        ]}
        keyOf={({ id }) => id}
        titleOf={({ title }) => title}
        openKey={2}
        sort={sort}
        onSort={(next) => {
          setSort(next);
          onSort?.(next);
        }}
        selection={{ chosen, onChange: setChosen }}
      />
      <p>Chosen: {[...chosen].sort().join(' ')}</p>
    </>
  );
}

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('an admin table', () => {
  test('sorts by a column header, then in reverse, and exposes the order to screen readers', async () => {
    const sorts: Sort[] = [];
    const { user } = render(<Table onSort={(sort) => sorts.push(sort)} />);
    const heading = () => screen.getByRole('columnheader', { name: 'Title' });
    expect(heading().hasAttribute('aria-sort')).toBe(false);
    const press = () => user.click(within(heading()).getByRole('button'));
    await press();
    expect(heading().getAttribute('aria-sort')).toBe('ascending');
    await press();
    expect(heading().getAttribute('aria-sort')).toBe('descending');
    await press();
    expect(sorts.map(({ isDescending }) => isDescending)).toEqual([false, true, false]);
    expect(
      within(screen.getByRole('columnheader', { name: 'Number' })).queryByRole('button'),
    ).toBeNull();
  });

  test('selects rows one by one or by page, and keeps the selection on other pages', async () => {
    const { user } = render(<Table />);
    await user.click(checkbox('Choose Be still'));
    expect(screen.getByText('Chosen: 2 9')).toBeTruthy();
    expect(checkbox('Choose all of this page').checked).toBe(false);
    await user.click(checkbox('Choose all of this page'));
    expect(screen.getByText('Chosen: 1 2 3 9')).toBeTruthy();
    expect(checkbox('Choose Comfort').checked).toBe(true);
    await user.click(checkbox('Choose all of this page'));
    expect(screen.getByText('Chosen: 9')).toBeTruthy();
  });
});
