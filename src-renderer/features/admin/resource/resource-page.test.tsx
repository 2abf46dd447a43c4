import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import type { Resource } from './resource.ts';
import { ResourcePage } from './resource-page.tsx';

interface Person {
  readonly name: string;
  readonly state: 'well' | 'ill';
}
interface Filters extends Record<string, string> {
  readonly state: 'all' | Person['state'];
}

const PEOPLE: readonly Person[] = ['Anna', 'Hannah', 'Leah', 'Mary', 'Ruth'].map((name, at) => ({
  name,
  state: at % 2 === 0 ? 'well' : 'ill',
}));

/** A list with two rows a page; its first requests may fail. */
function listOf(people = PEOPLE, { fails = 0 } = {}): Resource<Person, Filters> {
  let failures = fails;
  return {
    name: 'patients',
    caption: 'Patients',
    label: ['person', 'people'],
    area: 'people',
    keyOf: ({ name }) => name,
    title: { header: 'Name', of: ({ name }) => name, sortBy: 'name' },
    columns: [{ header: 'State', cell: ({ state }) => state }],
    search: 'Search by name',
    filters: {
      state: {
        label: 'State',
        as: 'pick',
        options: [
          { value: 'all', label: 'Any state' },
          { value: 'well', label: 'Well' },
          { value: 'ill', label: 'Ill' },
        ],
      },
    },
    defaultSort: { by: 'name', isDescending: false },
    perPage: 2,
    empty: () => ({ title: 'No one matches' }),
    async read({ search, filters: { state }, sort, page, perPage }) {
      failures -= 1;
      if (failures >= 0) throw new Error('The server is being restarted');
      const found = people
        .filter((one) => state === 'all' || one.state === state)
        .filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()));
      const sorted = sort.isDescending ? found.toReversed() : found;
      return { rows: sorted.slice(page * perPage, (page + 1) * perPage), total: found.length };
    },
    detail: {
      param: 'patient',
      read: async (id) => people.find(({ name }) => name === id) ?? null,
      panel: ({ state }) => (
        <>
          <p>Is {state}</p>
          <button type="button">Heal</button>
        </>
      ),
    },
    add: {
      label: 'Add a person',
      form: (onDone) => (
        <button type="button" onClick={() => onDone('Mary')}>
          Done
        </button>
      ),
    },
  };
}

const show = (resource: Resource<Person, Filters>, at = '/admin') =>
  render(<ResourcePage resource={resource} />, { at });
const names = async () => {
  const [, ...rows] = await screen.findAllByRole('row');
  return rows.map((row) => within(row).getByRole('button').textContent);
};
const search = () => window.location.search;
const button = (name: string) => screen.findByRole('button', { name });
const isOff = (one: HTMLElement) => one.getAttribute('aria-disabled') === 'true';

test('[D2] page, filter, order and search of a list are in the address, and Back steps through them', async () => {
  const { user } = show(listOf());
  expect(await names()).toEqual(['Anna', 'Hannah']);
  await user.click(await button('Next page'));
  expect(await screen.findByText('3–4 of 5 people')).toBeTruthy();
  expect(search()).toBe('?page=2');
  await user.selectOptions(screen.getByLabelText('State'), 'Well');
  expect(await screen.findByText('1–2 of 3 people')).toBeTruthy();
  expect(search()).toBe('?state=well');
  await user.click(await button('Name'));
  expect(await screen.findByRole('button', { name: 'Ruth' })).toBeTruthy();
  expect(search()).toBe('?state=well&sort=-name');
  const heading = screen.getByRole('columnheader', { name: 'Name' });
  expect(heading.getAttribute('aria-sort')).toBe('descending');
  expect(screen.getByRole('columnheader', { name: 'State' }).querySelector('button')).toBeNull();
  await user.type(screen.getByPlaceholderText('Search by name'), 'ann');
  expect(await screen.findByText('1 person')).toBeTruthy();
  expect(search()).toBe('?state=well&sort=-name&q=ann');
  act(() => window.history.back());
  expect(await screen.findByText('1–2 of 3 people')).toBeTruthy();
  await expect.poll(search).toBe('?state=well');
  act(() => window.history.back());
  expect(await screen.findByText('3–4 of 5 people')).toBeTruthy();
});

test('[D2] an address restores its list, and unknown values in it are ignored', async () => {
  show(listOf(), '/admin?state=ill&sort=-name&page=1&q=h');
  expect(await names()).toEqual(['Hannah']);
  expect(screen.getByPlaceholderText<HTMLInputElement>('Search by name').value).toBe('h');
  show(listOf(), '/admin?state=dead&sort=password&page=-4');
  expect(await screen.findByText('1–2 of 5 people')).toBeTruthy();
});

test('[D2] a row of another page opens by its address, and a missing one is reported', async () => {
  const { user } = show(listOf(), '/admin?patient=Ruth');
  expect(await screen.findByRole('region', { name: 'Ruth' })).toBeTruthy();
  await user.click(await button('Hannah'));
  expect(await screen.findByText('Is ill')).toBeTruthy();
  expect(search()).toBe('?patient=Hannah');
  show(listOf(), '/admin?patient=Orpah');
  expect(await screen.findByText('This person no longer exists.')).toBeTruthy();
});

test('[D2] a new row is opened', async () => {
  const { user } = show(listOf());
  await user.click(await button('Add a person'));
  await user.click(await button('Done'));
  expect(await screen.findByRole('region', { name: 'Mary' })).toBeTruthy();
});

test('paging stops at both ends, and “Previous page” leads from a page beyond the end to the last page', async () => {
  const { user } = show(listOf(), '/admin?page=9');
  expect(await screen.findByText('Page 9 is empty, 5 people in all')).toBeTruthy();
  await user.click(await button('Previous page'));
  expect(await screen.findByText('5–5 of 5 people')).toBeTruthy();
  expect(await names()).toEqual(['Ruth']);
  expect(isOff(await button('Next page'))).toBe(true);
  await user.click(await button('Previous page'));
  await screen.findByText('3–4 of 5 people');
  await user.click(await button('Previous page'));
  expect(await names()).toEqual(['Anna', 'Hannah']);
  expect(isOff(await button('Previous page'))).toBe(true);
});

test('an error shows the server’s message, and the list can be loaded again', async () => {
  // The first retry is a second later.
  const { user } = show(listOf(PEOPLE, { fails: 2 }));
  const error = screen.findByText('The server is being restarted');
  expect(await error).toBeTruthy();
  await user.click(await button('Try again'));
  expect(await screen.findByText('Hannah')).toBeTruthy();
});
