import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { DataTable } from './data-table.tsx';

const ROWS = [
  { id: 1, title: 'Abide' },
  { id: 2, title: 'Be still' },
  { id: 3, title: 'Comfort' },
];

function Table() {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set([9]));
  return (
    <>
      <DataTable
        caption="Tracks"
        rows={ROWS}
        columns={[{ header: 'Number', cell: ({ id }) => id }]}
        keyOf={({ id }) => id}
        sort={{ by: 'id', isDescending: false }}
        onSort={() => {}}
        titleOf={({ title }) => title}
        selection={{ chosen, onChange: setChosen }}
      />
      <p>Chosen: {[...chosen].sort().join(' ')}</p>
    </>
  );
}

const checkbox = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

test('an admin table selects rows one by one or by page, and keeps the selection on other pages', async () => {
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
