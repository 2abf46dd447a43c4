import { PostgrestClient } from '@supabase/postgrest-js';
import { expect, test, vi } from 'vitest';
import type { Database } from '#contract/rows/tables.ts';
import { ensureProfile } from './ensure-profile.ts';

const USER = '5f0c2a34-1c1e-4d43-9f83-0b8c1f0d6f10';
const NO_ROW = { code: 'PGRST116', message: 'no rows', details: 'The result contains 0 rows' };
const REFUSED = { code: '42501', message: 'permission denied', details: null };

interface Answer {
  status: number;
  body: object | null;
}

async function run(lookup: Answer, insert: Answer = { status: 201, body: null }) {
  const requests: string[] = [];
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const tables = new PostgrestClient<Database>('http://app.test/rest/v1', {
    retry: false,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(
        `${request.method} ${new URL(request.url).search} ${await request.text()}`.trim(),
      );
      const { status, body } = request.method === 'GET' ? lookup : insert;
      return new Response(body && JSON.stringify(body), { status });
    },
  });
  await ensureProfile(tables, USER);
  return { requests, logged: log.mock.calls.map(([what]) => what) };
}

const LOOKUP = `GET ?select=*&id=eq.${USER}`;

test('[A9] an existing profile is left unchanged', async () => {
  const { requests } = await run({ status: 200, body: { id: USER } });
  expect(requests).toEqual([LOOKUP]);
});

test('[A13] any other error of the look-up is only logged, and nothing is created', async () => {
  const { requests, logged } = await run({ status: 403, body: REFUSED });
  expect(requests).toEqual([LOOKUP]);
  expect(logged).toEqual(['profile lookup failed']);
});

test('[A13] a failed insert is only logged', async () => {
  const { logged } = await run({ status: 406, body: NO_ROW }, { status: 403, body: REFUSED });
  expect(logged).toEqual(['profile creation failed']);
});
