import { expect, test } from 'vitest';
import { createAppRegistry } from '#server/registered-tables.ts';
import { parseTableQuery } from '../query/parse-query.ts';
import { isCheapRead } from './cost.ts';

const { tables } = createAppRegistry({ premiumGate: false });

test.each([
  ['id=eq.1&transcript=ilike.*peace*', true],
  // Beyond ASCII, SQLite needs a regular expression, which runs in a worker thread.
  ['id=eq.1&transcript=ilike.*ä*', false],
  ['id=eq.1&transcript=match.peace', false],
])('one row by %s may be read on the main thread: %s', (query, isCheap) => {
  const table = tables.get('audio_content');
  if (!table) throw new Error('the table is missing');
  const level = parseTableQuery(query).root;
  const scope = { table, index: 0, alias: 't0', items: [], level, embeds: [] };
  expect(isCheapRead(scope, () => 10)).toBe(isCheap);
});
