import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test } from 'vitest';
import type { Database } from '#contract/rows/tables.ts';
import { readLibrary } from './read-library.ts';

/** A server with this many tracks that returns at most a thousand and records the requests. */
function serverWith(count: number) {
  const requests: URLSearchParams[] = [];
  // The last row is first in the owner's order.
  const rows = Array.from({ length: count }, (_, at) => ({ id: at + 1, position: count - at }));
  const tables = new PostgrestClient<Database>('http://app.test/rest/v1', {
    fetch: async (input) => {
      const { searchParams } = new URL(String(input));
      requests.push(searchParams);
      const from = Number(searchParams.get('offset') ?? 0);
      const inOrder = searchParams.has('order') ? rows.toReversed() : rows;
      return Response.json(inOrder.slice(from, from + 1_000));
    },
  });
  return { requests, tables };
}

/** The result, and the row counts after each part. */
async function read(tables: PostgrestClient<Database>, { isLarge = false } = {}) {
  const parts: number[] = [];
  const tracks = await readLibrary(tables, {
    signal: new AbortController().signal,
    isLarge,
    onPart: (part) => parts.push(part.length),
  });
  return { ids: tracks.map(({ id }) => id), parts };
}

test('[W2] the library is requested exactly as specified, and has the owner’s order', async () => {
  const { requests, tables } = serverWith(11);
  const { ids, parts } = await read(tables);
  expect(requests.map((params) => `?${decodeURIComponent(String(params))}`)).toEqual([
    '?select=*&enabled=eq.true',
  ]);
  expect(ids).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(parts).toEqual([]);
});

test('a library of more than one response is read completely', async () => {
  const { ids } = await read(serverWith(2_011).tables);
  expect(ids).toEqual(Array.from({ length: 2_011 }, (_, at) => 2_011 - at));
});

test('a large library is read in pages, without transcripts', async () => {
  const { requests, tables } = serverWith(2_011);
  const { ids, parts } = await read(tables, { isLarge: true });
  expect([parts, ids.length]).toEqual([[1_000, 2_000], 2_011]);
  expect(requests.map((params) => params.get('order'))).toEqual(
    Array(3).fill('position.asc,id.asc'),
  );
  for (const params of requests) {
    expect(params.get('select')).toContain('description');
    expect(params.get('select')).not.toMatch(/transcript|\*/);
  }
});
