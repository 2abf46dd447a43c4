import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { buildTrack } from '#db/seeds/builders/build-track.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';

const audio_content = [
  buildTrack({ title: 'Morning Prayer', duration: 900 }),
  buildTrack({ title: 'Night, (quiet)', duration: 1200, description: null }),
  buildTrack({ title: 'Psalm 23', duration: 600, category: 'BIRTHING' }),
];

/** A query builder of the untyped client. */
type Builder = ReturnType<ReturnType<SupabaseClient['from']>['select']>;

/** Every builder filter in the contract, with the expected ids. */
const FILTERS: [string, (q: Builder) => Builder, number[]][] = [
  ['eq', (q) => q.eq('title', 'Psalm 23'), [3]],
  ['neq', (q) => q.neq('category', 'BIRTHING'), [1, 2]],
  ['gt, lt', (q) => q.gt('duration', 600).lt('duration', 1200), [1]],
  ['gte, lte', (q) => q.gte('duration', 900).lte('duration', 1200), [1, 2]],
  ['like', (q) => q.like('title', '%ight%'), [2]],
  ['ilike', (q) => q.ilike('title', '%PRAYER%'), [1]],
  ['likeAnyOf', (q) => q.likeAnyOf('title', ['Psalm*', 'Morning*']), [1, 3]],
  ['ilikeAllOf', (q) => q.ilikeAllOf('title', ['*p*', '*2*']), [3]],
  ['is', (q) => q.is('description', null), [2]],
  ['is true', (q) => q.is('enabled', true), [1, 2, 3]],
  ['in', (q) => q.in('title', ['Night, (quiet)', 'Psalm 23']), [2, 3]],
  ['in, empty', (q) => q.in('id', []), []],
  ['match', (q) => q.match({ category: 'PREGNANCY', duration: 900 }), [1]],
  ['not', (q) => q.not('title', 'eq', 'Psalm 23'), [1, 2]],
  ['or', (q) => q.or('duration.lt.700,title.ilike.*night*'), [2, 3]],
  ['or, twice', (q) => q.or('id.eq.1,id.eq.2').or('id.eq.2,id.eq.3'), [2]],
  ['filter', (q) => q.filter('title', 'ilike', '*psalm*'), [3]],
];

describe('a query of the official client', async () => {
  const server = await createTestServer({ rows: { audio_content } });
  const client = server.supabase();

  test.each(FILTERS)('[W2] supports .%s', async (_, filter, ids) => {
    const { data, error } = await filter(client.from('audio_content').select('id')).order('id');
    expect(error).toBeNull();
    expect(data).toEqual(ids.map((id) => ({ id })));
  });

  test('[W2] supports order, limit, range, count and head', async () => {
    const list = () => client.from('audio_content');
    const sorted = await list().select('id').order('duration', { ascending: false }).limit(2);
    expect(sorted.data).toEqual([{ id: 2 }, { id: 1 }]);
    const nulls = await list().select('id').order('description', { nullsFirst: true }).order('id');
    expect(nulls.data?.[0]).toEqual({ id: 2 });
    const page = await list().select('id', { count: 'exact' }).order('id').range(1, 1);
    expect(page).toMatchObject({ data: [{ id: 2 }], count: 3, status: 206 });
    const head = await list().select('*', { count: 'exact', head: true });
    expect(head).toMatchObject({ data: null, count: 3, error: null });
    const nothing = await list().select('*', { count: 'exact' }).eq('id', 0);
    expect(nothing).toMatchObject({ data: [], count: 0, status: 200 });
  });

  test('[W2] supports single, maybeSingle and csv', async () => {
    const list = () => client.from('audio_content').select('id');
    expect(await list().eq('id', 2).single()).toMatchObject({ data: { id: 2 }, error: null });
    expect(await list().single()).toMatchObject({ error: { code: 'PGRST116' }, status: 406 });
    expect(await list().eq('id', 2).maybeSingle()).toMatchObject({ data: { id: 2 } });
    expect(await list().eq('id', 9).maybeSingle()).toMatchObject({ data: null, error: null });
    // Clients up to 2.20 rely on this message instead.
    const { error } = await list().eq('id', 9).single();
    expect(error?.details).toContain('Results contain 0 rows');
    expect(await list().maybeSingle()).toMatchObject({ error: { code: 'PGRST116' } });
    expect((await list().order('id').csv()).data).toBe('id\n1\n2\n3');
  });

  test('[W2] gets an error that the client understands for an unknown table, column or function', async () => {
    const table = await client.from('nope').select('*');
    expect(table).toMatchObject({ data: null, status: 404, error: { code: 'PGRST205' } });
    const column = await client.from('audio_content').select('nope');
    expect(column).toMatchObject({ status: 400, error: { code: '42703' } });
    expect(await client.rpc('nope', { a: 1 })).toMatchObject({ error: { code: 'PGRST202' } });
    const schema = await client.schema('auth').from('users').select('*');
    expect(schema).toMatchObject({ status: 406, error: { code: 'PGRST106' } });
  });
});
