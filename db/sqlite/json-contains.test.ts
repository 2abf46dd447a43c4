import { expect, test } from 'vitest';
import { jsonContains } from './json-contains.ts';

test.each([
  ['{"a":1,"b":2}', '{"b":2}', true],
  ['{"a":{"b":[1,2]}}', '{"a":{"b":[2]}}', true],
  ['{"a":1}', '{"a":2}', false],
  ['{"a":1}', '{}', true],
  ['[1,[2,3]]', '[[3]]', true],
  ['[1,2]', '[2,2,1]', true],
  ['[1,2]', '1', true],
  ['[[1]]', '1', false],
  ['1', '[1]', false],
  ['"a"', '"a"', true],
  ['{"a":[1]}', '{"a":1}', false],
  ['[]', '{}', false],
  ['null', 'null', true],
])('%s @> %s is %s, as in PostgreSQL', (container, contained, expected) => {
  expect(jsonContains(JSON.parse(container), JSON.parse(contained))).toBe(expected);
});
