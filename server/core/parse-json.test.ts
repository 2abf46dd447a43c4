import { expect, test } from 'vitest';
import { parseForeignJson as parse } from './parse-json.ts';

const parseForeignJson = (text: string, members = 10_000) => parse(text, { members });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('returns the same as JSON.parse', () => {
  const text = JSON.stringify({ a: [1, 'x"\\', null], 'b\\"': { c: '[[[' } });
  expect(parseForeignJson(text)).toEqual(JSON.parse(text));
  expect(() => parseForeignJson('{"a":')).toThrow(SyntaxError);
});

test('refuses deep nesting before parsing', () => {
  expect(parseForeignJson(nested(1_000))).toHaveLength(1);
  expect(() => parseForeignJson(nested(1_001))).toThrow('nested too deep');
  expect(() => parseForeignJson(nested(400_000))).toThrow('nested too deep');
});

test('counts no brackets or commas inside strings', () => {
  const texts = ['['.repeat(2_000), '"['.repeat(2_000), '\\'.repeat(3)];
  expect(parseForeignJson(JSON.stringify(texts))).toEqual(texts);
  expect(parseForeignJson(`[${Array(3_000).fill('[]').join()}]`)).toHaveLength(3_000);
});

test('refuses too many members at any level before parsing', () => {
  expect(parseForeignJson('[1,2,3]', 3)).toEqual([1, 2, 3]);
  expect(parseForeignJson('["a,b,c,d"]', 3)).toEqual(['a,b,c,d']);
  expect(() => parseForeignJson('[1,2,3,4]', 3)).toThrow('too many members');
  expect(() => parseForeignJson('[[],[1,2]]', 3)).toThrow('too many members');
});
