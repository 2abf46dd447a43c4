import { expect, test } from 'vitest';
import { parseUntrustedJson as parse } from './parse-json.ts';

const parseUntrustedJson = (text: string, members = 10_000) => parse(text, { members });

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('valid JSON gives the same result as JSON.parse', () => {
  const text = JSON.stringify({ a: [1, 'x"\\', null], 'b\\"': { c: '[[[' } });
  expect(parseUntrustedJson(text)).toEqual(JSON.parse(text));
  expect(() => parseUntrustedJson('{"a":')).toThrow(SyntaxError);
});

test('deep nesting is refused before parsing', () => {
  expect(parseUntrustedJson(nested(64))).toHaveLength(1);
  expect(() => parseUntrustedJson(nested(65))).toThrow('nested too deep');
  expect(() => parseUntrustedJson(nested(400_000))).toThrow('nested too deep');
});

test('brackets and commas inside strings are not counted', () => {
  const texts = ['['.repeat(2_000), '"['.repeat(2_000), '\\'.repeat(3)];
  expect(parseUntrustedJson(JSON.stringify(texts))).toEqual(texts);
  expect(parseUntrustedJson(`[${Array(3_000).fill('[]').join()}]`)).toHaveLength(3_000);
});

test('too many members at any level are refused before parsing', () => {
  expect(parseUntrustedJson('[1,2,3]', 3)).toEqual([1, 2, 3]);
  expect(parseUntrustedJson('["a,b,c,d"]', 3)).toEqual(['a,b,c,d']);
  expect(() => parseUntrustedJson('[1,2,3,4]', 3)).toThrow('too many members');
  expect(() => parseUntrustedJson('[[],[1,2]]', 3)).toThrow('too many members');
});
