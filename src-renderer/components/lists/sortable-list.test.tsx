import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAnnouncing } from '#renderer/lib/announcer.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { MoveHandle } from './move-handle.tsx';
import { SortableList } from './sortable-list.tsx';
import { useSortableRow } from './use-sortable-row.ts';

const TITLES = ['Abide', 'Be still', 'Comfort', 'Draw near', 'Enter in'];

interface RowProps {
  id: number;
  at: number;
  total: number;
  onMove: (steps: number) => void;
}

function Row({ id, at, total, onMove }: RowProps) {
  const { sortable, row } = useSortableRow(id);
  return (
    <li {...row}>
      <MoveHandle
        title={TITLES[id] ?? ''}
        sortable={sortable}
        place={at + 1}
        total={total}
        onMove={onMove}
      />
    </li>
  );
}

function List({ length = 3 }) {
  const [ids, setIds] = useState(Array.from({ length }, (_, id) => id));
  return (
    <SortableList
      what="verse"
      ids={ids}
      titleOf={(id) => TITLES[id] ?? ''}
      onMove={(from, to) => setIds(ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] ?? 0))}
    >
      {(move) => (
        <ul>
          {ids.map((id, at) => (
            <Row key={id} id={id} at={at} total={length} onMove={(steps) => move(at, at + steps)} />
          ))}
        </ul>
      )}
    </SortableList>
  );
}

const order = () =>
  screen.getAllByRole('button', { name: /^Move / }).map((one) => one.getAttribute('aria-label'));
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}` });

beforeAll(async () => {
  startAnnouncing();
  // Loads with the first press.
  await import('./move-menu.tsx');
});

describe('a sortable list', () => {
  test('moves an item to a numbered position in a longer list', async () => {
    const { user } = render(<List length={5} />);
    await user.click(handle('Be still'));
    const place = await screen.findByRole('spinbutton', { name: /^Place/ });
    expect(place).toHaveProperty('value', '2');
    await user.clear(place);
    await user.type(place, '5{Enter}');
    expect(order().at(-1)).toBe('Move Be still');
    expect(await screen.findByText('Be still: place 5 of 5')).toBeTruthy();
    expect(document.activeElement).toBe(handle('Be still'));
  });

  test('has no step beyond its ends', async () => {
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

  test('returns the focus to the handle when the steps are closed', async () => {
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
