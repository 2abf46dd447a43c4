import { expect, test } from 'vitest';
import { createAppRegistry } from '#server/registered-tables.ts';
import { parseTableQuery } from '../query/parse-query.ts';
import { textFiltersOf } from './read.ts';

const { tables } = createAppRegistry();

const find = (query: string, name = 'audio_content') => {
  const table = tables.get(name);
  return table && textFiltersOf(table, parseTableQuery(query));
};

test.each([
  ['title=ilike.*psalm*', [{ column: 'title', pattern: '%psalm%' }]],
  ['enabled=is.true&title=like.P*', [{ column: 'title', pattern: 'P%' }]],
  [
    'or=(title.ilike.*a*,description.ilike.*a*)',
    [
      { column: 'title', pattern: '%a%' },
      { column: 'description', pattern: '%a%' },
    ],
  ],
])('%s can be narrowed by the text index', (query, filters) => {
  expect(find(query)).toEqual(filters);
});

test.each([
  'title=not.ilike.*psalm*',
  'title=eq.psalm',
  'transcript=ilike.*psalm*',
  // A row may match by its id alone, so the text filter does not restrict it.
  'or=(title.ilike.*a*,id.eq.1)',
  'not.or=(title.ilike.*a*,title.ilike.*b*)',
  'title=ilike(any).{*a*}',
])('%s cannot be narrowed by the text index', (query) => {
  expect(find(query)).toEqual([]);
});

test('a table without a text index cannot be narrowed', () => {
  expect(find('username=ilike.*a*', 'profiles')).toEqual([]);
});
