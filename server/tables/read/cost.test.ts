import { expect, test } from 'vitest';
import { ANON } from '#server/core/actors/actor.ts';
import { createAppRegistry } from '#server/registered-tables.ts';
import { parseTableQuery } from '../query/parse-query.ts';
import { isCheapRead } from './cost.ts';
import { resolveScope } from './scope.ts';

const registry = createAppRegistry();

test.each([
  ['id=eq.1&transcript=ilike.*peace*', true],
  // Beyond ASCII, SQLite needs a regular expression, which runs in a worker thread.
  ['id=eq.1&transcript=ilike.*ä*', false],
  ['id=eq.1&transcript=match.peace', false],
  ['order=title', true],
  ['transcript=is.null', true],
  ['order=transcript.desc', false],
  ['transcript=gt.z', false],
  ['transcript=in.(a,b)', false],
  ['or=(id.eq.1,transcript.neq.a)', false],
  ['transcript_timings->0->>at=eq.1', false],
  ['order=transcript_timings->>0', false],
  ['select=transcript_timings->0', false],
])('a read with %s may run on the main thread: %s', (asked, isCheap) => {
  const table = registry.tables.get('audio_content');
  if (!table) throw new Error('the table is missing');
  const select = asked.startsWith('select') ? '' : 'select=id&';
  const scope = resolveScope(registry, table, parseTableQuery(`${select}${asked}&limit=500`), ANON);
  expect(isCheapRead(scope, () => 600)).toBe(isCheap);
});
