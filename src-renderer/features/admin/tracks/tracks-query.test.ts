import { expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/create-test-server.ts';
import { fetchAdminToken } from '#tests/support/sign-in.ts';
import { searchFilter } from './tracks-query.ts';

const TITLES = ['Psalm 23, sung', '100% mercy', 'He said "come"', 'back\\slash', 'under_score'];

test.each([
  ['psalm 23, s', ['Psalm 23, sung']],
  ['0%', ['100% mercy']],
  ['"come"', ['He said "come"']],
  ['k\\s', ['back\\slash']],
  ['r_s', ['under_score']],
  ['(nothing)', []],
])('[D2] searching for %s finds it as typed', async (text, found) => {
  const server = await createTestServer({
    rows: { audio_content: TITLES.map((title) => buildTrack({ title, description: null })) },
  });
  const admin = server.supabase(await fetchAdminToken(server));
  const { data, error } = await admin.from('audio_content').select('title').or(searchFilter(text));
  expect(error).toBeNull();
  expect(data?.map(({ title }) => title)).toEqual(found);
});
