import { afterAll, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { closeTestServers, createTestServer } from '#tests/support/servers/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import type { AdminBackend } from '../admin-session.ts';
import { findIds, findTrackAt, type TrackView, tracksResource } from './tracks.resource.tsx';

afterAll(closeTestServers);

const TITLES = ['Psalm 23, sung', '100% mercy', 'He said "come"', 'back\\slash', 'under_score'];

test('[D2] a search finds titles with the exact words, including pattern characters, or with one typo', async () => {
  const backend = await openLibrary(TITLES);
  const find = async (text: string) => {
    const wanted = { ...viewOf(text), page: 0, perPage: 50 };
    const page = await tracksResource.read(wanted, backend, AbortSignal.timeout(5_000));
    return page.rows.map(({ title }) => title);
  };
  expect(await find('psalm 23, s')).toEqual(['Psalm 23, sung']);
  expect(await find('0%')).toEqual(['100% mercy']);
  expect(await find('"come"')).toEqual(['He said "come"']);
  expect(await find('k\\s')).toEqual(['back\\slash']);
  expect(await find('r_s')).toEqual(['under_score']);
  expect(await find('(nothing)')).toEqual([]);
  expect(await find('sung psalm')).toEqual(['Psalm 23, sung']);
  expect(await find('pslam')).toEqual(['Psalm 23, sung']);
});

test('[D2] a search with a typo has a second page, and its tracks are found by position', async () => {
  const backend = await openLibrary(['Psalm 1', 'Psalm 2', 'Psalm 3', 'Rest']);
  const view = viewOf('pslam');
  const read = (search: string, page: number) =>
    tracksResource.read(
      { ...viewOf(search), page, perPage: 2 },
      backend,
      AbortSignal.timeout(5_000),
    );
  const second = await read('pslam', 1);
  expect(second).toMatchObject({ rows: [{ title: 'Psalm 3' }], total: 3 });
  expect(await findTrackAt(backend, view, 2)).toBe(second.rows[0]?.id);
  expect(await findTrackAt(backend, view, 3)).toBeUndefined();
  // A typo is tolerated only if the exact words match nothing; an empty page beyond the end does not count.
  expect(await read('psalm', 7)).toEqual({ rows: [], total: 3 });
});

test('[D2] all matching tracks are chosen, even beyond the rows of one response', async () => {
  const backend = await openLibrary([
    ...Array.from({ length: 1_001 }, (_, at) => `Psalm ${at}`),
    'Rest',
  ]);
  expect(new Set(await findIds(backend, viewOf('psalm'))).size).toBe(1_001);
  expect(await findIds(backend, viewOf('nothing'))).toEqual([]);
});

/** Only the part of the backend that this list uses. */
async function openLibrary(titles: readonly string[]): Promise<AdminBackend> {
  const server = await createTestServer({
    rows: { audio_content: titles.map((title) => buildTrack({ title, description: null })) },
  });
  return { tables: server.supabase(await fetchAdminToken(server)) } as unknown as AdminBackend;
}

const viewOf = (search: string): TrackView => ({
  search,
  filters: { category: 'ALL', kind: 'all', access: 'all', state: 'all' },
  sort: { by: 'position', isDescending: false },
  page: 0,
});
