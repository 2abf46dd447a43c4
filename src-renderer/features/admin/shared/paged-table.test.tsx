import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/render.tsx';
import { PagedTable } from './paged-table.tsx';

const PEOPLE = ['Anna', 'Hannah', 'Leah', 'Mary', 'Ruth'].map((name) => ({ name }));

/** A list of which the server answers two at a time; its first answer may be an error. */
function List({ people = PEOPLE, fails = 0 }: { people?: typeof PEOPLE; fails?: number }) {
  const [page, setPage] = useState(0);
  const [failures] = useState({ left: fails });
  const query = useQuery({
    queryKey: ['people', page],
    retry: false,
    queryFn: async () => {
      failures.left -= 1;
      if (failures.left >= 0) throw new Error('The server is being restarted');
      return { rows: people.slice(page * 2, page * 2 + 2), total: people.length };
    },
  });
  return (
    <PagedTable
      query={query}
      emptyTitle="Nobody is like this"
      caption="People"
      columns={[{ header: 'Name', cell: ({ name }) => name }]}
      keyOf={({ name }) => name}
      page={page}
      perPage={2}
      what={['person', 'people']}
      onPage={setPage}
    />
  );
}

const names = () => screen.getAllByRole('cell').map(({ textContent }) => textContent);
const next = () => screen.getByRole('button', { name: 'Next page' });
const isOff = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';

test('pages are turned to the last one and no further, each saying where it stands', async () => {
  const { user } = render(<List />);
  expect(await screen.findByText('1–2 of 5 people')).toBeTruthy();
  expect(isOff(screen.getByRole('button', { name: 'Previous page' }))).toBe(true);
  await user.click(next());
  await user.click(await screen.findByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('5–5 of 5 people')).toBeTruthy();
  expect(names()).toEqual(['Ruth']);
  expect(isOff(next())).toBe(true);
});

test('one row is one person, on one page', async () => {
  render(<List people={PEOPLE.slice(0, 1)} />);
  expect(await screen.findByText('1 person')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
});

test('an empty list says what is so', async () => {
  render(<List people={[]} />);
  expect(await screen.findByText('Nobody is like this')).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});

test('what did not arrive is said in the server’s words, and can be asked for again', async () => {
  const { user } = render(<List fails={1} />);
  expect(await screen.findByText('The server is being restarted')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Hannah')).toBeTruthy();
});
