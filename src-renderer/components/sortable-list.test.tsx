import { useSortable } from '@dnd-kit/sortable';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeAll, describe, expect, test } from 'vitest';
import { startAnnouncing } from '#renderer/lib/announcer.ts';
import { render } from '#tests/support/render.tsx';
import { MoveHandle } from './move-handle.tsx';
import { SortableList } from './sortable-list.tsx';

const TITLES = ['Abide', 'Be still', 'Comfort'];

function Row({ id, at, onMove }: { id: number; at: number; onMove: (step: -1 | 1) => void }) {
  const sortable = useSortable({ id });
  return (
    <li ref={sortable.setNodeRef}>
      <MoveHandle
        title={TITLES[id] ?? ''}
        sortable={sortable}
        isFirst={at === 0}
        isLast={at === TITLES.length - 1}
        onMove={onMove}
      />
    </li>
  );
}

function List() {
  const [ids, setIds] = useState([0, 1, 2]);
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
            <Row key={id} id={id} at={at} onMove={(step) => move(at, at + step)} />
          ))}
        </ul>
      )}
    </SortableList>
  );
}

const order = () =>
  screen.getAllByRole('button', { name: /^Move / }).map((one) => one.getAttribute('aria-label'));
const handle = (title: string) => screen.getByRole('button', { name: `Move ${title}` });

beforeAll(startAnnouncing);

describe('an order of her own', () => {
  test('is made by steps, each said aloud with the place it comes to', async () => {
    const { user } = render(<List />);
    await user.click(handle('Be still'));
    await user.click(screen.getByRole('button', { name: 'Move up' }));
    expect(order()).toEqual(['Move Be still', 'Move Abide', 'Move Comfort']);
    expect(await screen.findByText('Be still: place 1 of 3')).toBeTruthy();
  });

  test('has no step beyond its ends', async () => {
    const { user } = render(<List />);
    await user.click(handle('Abide'));
    expect(screen.getByRole('button', { name: 'Move up' }).hasAttribute('disabled')).toBe(true);
    await user.keyboard('{Escape}');
    await user.click(handle('Comfort'));
    expect(screen.getByRole('button', { name: 'Move down' }).hasAttribute('disabled')).toBe(true);
  });

  test('says what is picked up to whoever moves it by keyboard', () => {
    render(<List />);
    const told = document.getElementById(handle('Abide').getAttribute('aria-describedby') ?? '');
    expect(told?.textContent).toMatch(/^Press the space bar to pick the verse up,/);
  });

  test('gives the handle its focus back when the steps are closed', async () => {
    const { user } = render(<List />);
    await user.click(handle('Be still'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('button', { name: 'Move up' })).toBeNull();
    expect(document.activeElement).toBe(handle('Be still'));
    await user.keyboard('{Enter}');
    await user.click(document.body);
    expect(screen.queryByRole('button', { name: 'Move up' })).toBeNull();
  });
});
