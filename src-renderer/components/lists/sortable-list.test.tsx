import { screen } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { MoveHandle } from './move-handle.tsx';
import { SortableList } from './sortable-list.tsx';
import { useSortableRow } from './use-sortable-row.ts';

const TITLES = ['Abide', 'Be still', 'Comfort'];

function Row({ title, place }: { title: string; place: number }) {
  const { sortable, row } = useSortableRow(place);
  return (
    <li {...row}>
      <MoveHandle title={title} sortable={sortable} place={place} total={3} onMove={() => {}} />
    </li>
  );
}

const List = () => (
  <SortableList what="verse" ids={[1, 2, 3]} titleOf={(id) => `${id}`} onMove={() => {}}>
    {() => (
      <ul>
        {TITLES.map((title, at) => (
          <Row key={title} title={title} place={at + 1} />
        ))}
      </ul>
    )}
  </SortableList>
);

const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}` });

// Otherwise the first click would have to wait for this module.
beforeAll(() => import('./move-menu.tsx'));

describe('a sortable list', () => {
  test('disables Move up in the first row and Move down in the last', async () => {
    const { user } = render(<List />);
    await user.click(handle('Abide'));
    const up = await screen.findByRole('button', { name: 'Move up' });
    expect(up.hasAttribute('disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(handle('Comfort'));
    expect(screen.getByRole('button', { name: 'Move down' }).hasAttribute('disabled')).toBe(true);
  });

  test('tells screen reader users how to move a row by keyboard', () => {
    render(<List />);
    const instructions = document.getElementById(
      handle('Abide').getAttribute('aria-describedby') ?? '',
    );
    expect(instructions?.textContent).toMatch(/^Press the space bar to pick the verse up,/);
  });

  test('returns the focus to the handle when the menu is closed', async () => {
    const { user } = render(<List />);
    await user.click(handle('Be still'));
    await screen.findByRole('button', { name: 'Move up' });
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Move up' })).toBeNull();
    expect(document.activeElement).toBe(handle('Be still'));
    await user.keyboard('{Enter}');
    await user.click(document.body);
    expect(screen.queryByRole('button', { name: 'Move up' })).toBeNull();
  });
});
