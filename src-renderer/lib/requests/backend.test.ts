import { PostgrestClient } from '@supabase/postgrest-js';
import { describe, expectTypeOf, test } from 'vitest';
import type { AudioContent } from '#contract/rows/audio-content.ts';
import type { Database } from '#contract/rows/tables.ts';
import type { Tables } from './backend.ts';

// Checked by `tsc`, which reports an unused `@ts-expect-error`. No request is sent, because no builder is awaited.
const tables: Tables = new PostgrestClient<Database>('http://app.test/rest/v1');

type Rows<Asked extends PromiseLike<{ data: unknown }>> = NonNullable<Awaited<Asked>['data']>;

describe('the tables client does not compile', () => {
  test('with an unknown column in a select, a filter or a row', () => {
    const asked = tables.from('favorites').select('colour');
    expectTypeOf<Rows<typeof asked>[number]>().not.toHaveProperty('colour');
    // @ts-expect-error there is no such column
    tables.from('favorites').insert({ user_id: 'u', content_id: 1, colour: 'red' });
    // @ts-expect-error there is no such column
    tables.from('audio_content').update({ colour: 'red' });
  });

  test('writing a column that only the server writes', () => {
    // @ts-expect-error no client writes the log
    tables.from('audit_log').insert({ actor: 'me' });
    // @ts-expect-error a consent is never updated
    tables.from('consents').update({ granted: true });
  });
});

test('results are typed, including embedded rows', () => {
  const some = tables.from('audio_content').select('id, category');
  expectTypeOf<Rows<typeof some>>().toEqualTypeOf<Pick<AudioContent, 'id' | 'category'>[]>();
  const back = tables.from('audio_content').select('title, favorites(user_id)');
  expectTypeOf<Rows<typeof back>>().toEqualTypeOf<
    { title: string; favorites: { user_id: string }[] }[]
  >();
});
