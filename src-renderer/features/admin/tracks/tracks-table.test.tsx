import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { render } from '#tests/support/browsers/render.tsx';
import { useListAddress } from '../resource/list-address.ts';
import { ResourceRows } from '../resource/resource-page.tsx';
import { type TrackRow, tracksResource } from './tracks.resource.tsx';

test('[D2] the title of a track opens it, and a heading sorts the list', async () => {
  const now = '2026-11-25T00:00:00.000Z';
  const row = { ...buildTrack({ title: 'Rest' }), id: 7, created_at: now, updated_at: now };
  const opened: string[] = [];
  function List() {
    const [view, change] = useListAddress(tracksResource);
    const query = useQuery({
      queryKey: ['list'],
      // The builder's row has all columns of the table.
      queryFn: () => ({ rows: [row as unknown as TrackRow], total: 1 }),
    });
    return (
      <ResourceRows
        resource={tracksResource}
        query={query}
        view={view}
        onChange={change}
        openKey={undefined}
        onOpen={(id) => opened.push(id)}
      />
    );
  }
  const { user } = render(<List />);
  await user.click(await screen.findByRole('button', { name: 'Rest' }));
  expect(opened).toEqual(['7']);
  await user.click(screen.getByRole('button', { name: 'Duration' }));
  expect(window.location.search).toBe('?sort=duration');
});
