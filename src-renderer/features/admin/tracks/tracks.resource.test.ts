import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import type { AdminBackend } from '../admin-session.ts';
import { tracksResource } from './tracks.resource.tsx';

const TITLES = ['Psalm 23, sung', '100% mercy', 'He said "come"', 'back\\slash', 'under_score'];

test.each([
  ['psalm 23, s', ['Psalm 23, sung']],
  ['0%', ['100% mercy']],
  ['"come"', ['He said "come"']],
  ['k\\s', ['back\\slash']],
  ['r_s', ['under_score']],
  ['(nothing)', []],
  ['sung psalm', ['Psalm 23, sung']],
  ['pslam', ['Psalm 23, sung']],
  ['udner_score', ['under_score']],
])('[D2] searching for %s finds it as typed', async (text, found) => {
  const server = await createTestServer({
    rows: { audio_content: TITLES.map((title) => buildTrack({ title, description: null })) },
  });
  const page = await tracksResource.read(
    {
      search: text,
      filters: { category: 'ALL', kind: 'all', access: 'all', state: 'all' },
      sort: { by: 'position', isDescending: false },
      page: 0,
      perPage: 50,
    },
    // The only part of the backend that this list uses.
    { tables: server.supabase(await fetchAdminToken(server)) } as unknown as AdminBackend,
    AbortSignal.timeout(5_000),
  );
  expect(page.rows.map(({ title }) => title)).toEqual(found);
});
