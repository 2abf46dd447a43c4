import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import type { Database } from '#contract/rows/tables.ts';
import { readLibrary } from './read-library.ts';

const { signal } = new AbortController();

/** A server with this many tracks that answers at most a thousand, and remembers what it was asked. */
function serverWith(count: number) {
  const asked: string[] = [];
  // The last one stands first for the owner.
  const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1, position: count - at }));
  const tables = new PostgrestClient<Database>('http://app.test/rest/v1', {
    fetch: async (input) => {
      const { search, searchParams } = new URL(String(input));
      asked.push(search);
      const after = Number(searchParams.get('id')?.replace('gt.', '') ?? 0);
      return Response.json(rows.filter(({ id }) => id > after).slice(0, 1_000));
    },
  });
  return { asked, tables };
}

test('[W2] the library is asked for letter for letter, and comes in the owner’s order', async () => {
  const { asked, tables } = serverWith(11);
  const tracks = await readLibrary(tables, signal);
  expect(asked).toEqual(['?select=*&enabled=eq.true']);
  expect(tracks.map(({ id }) => id)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test.each([1_000, 2_011])('a library of %d tracks comes whole', async (count) => {
  const { tables } = serverWith(count);
  const tracks = await readLibrary(tables, signal);
  expect(new Set(tracks.map(({ id }) => id)).size).toBe(count);
  expect(tracks[0]?.id).toBe(count);
});
