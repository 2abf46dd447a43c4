import { PostgrestClient } from '@supabase/postgrest-js';
import { describe, expect, test } from 'vitest';
import type { Database } from '#contract/rows/tables.ts';
import { saveFavorite, withFavorite } from './toggle-favorite.ts';

const USER = '5f0c2a34-1c1e-4d43-9f83-0b8c1f0d6f10';

/** A fake network that records requests and returns the given response. */
const tablesAnswering = (status: number, body: object | null, requests: Request[] = []) =>
  new PostgrestClient<Database>('http://app.test/rest/v1', {
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return new Response(body && JSON.stringify(body), { status });
    },
  });

describe('[W2] the favourite button', () => {
  test('inserts the pair when the track is saved', async () => {
    const requests: Request[] = [];
    await saveFavorite(tablesAnswering(201, null, requests), {
      userId: USER,
      contentId: 4,
      isFavorite: true,
    });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST http://app.test/rest/v1/favorites',
    ]);
    expect(await requests[0]?.json()).toEqual({ user_id: USER, content_id: 4 });
  });

  test('deletes exactly that pair when it is removed', async () => {
    const requests: Request[] = [];
    await saveFavorite(tablesAnswering(204, null, requests), {
      userId: USER,
      contentId: 4,
      isFavorite: false,
    });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `DELETE http://app.test/rest/v1/favorites?user_id=eq.${USER}&content_id=eq.4`,
    ]);
  });

  test('treats an existing row as success', async () => {
    const conflict = { code: '23505', message: 'duplicate key', details: null, hint: null };
    const change = { userId: USER, contentId: 4, isFavorite: true };
    await expect(saveFavorite(tablesAnswering(409, conflict), change)).resolves.toBeUndefined();
  });

  test('[M11] fails when the server refuses', async () => {
    const refusal = { code: '42501', message: 'not yours', details: null, hint: null };
    const change = { userId: USER, contentId: 4, isFavorite: true };
    await expect(saveFavorite(tablesAnswering(403, refusal), change)).rejects.toMatchObject({
      code: '42501',
    });
  });
});

test('a changed list never contains a track twice', () => {
  expect(withFavorite([1, 4], 4, true)).toEqual([1, 4]);
  expect(withFavorite([1, 4], 4, false)).toEqual([1]);
  expect(withFavorite([], 7, true)).toEqual([7]);
});
