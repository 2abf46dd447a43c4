import { expect, test } from 'vitest';
import { parseForeignJson } from './parse-json.ts';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('is what JSON.parse makes of it', () => {
  const text = JSON.stringify({ a: [1, 'x"\\', null], 'b\\"': { c: '[[[' } });
  expect(parseForeignJson(text)).toEqual(JSON.parse(text));
  expect(() => parseForeignJson('{"a":')).toThrow(SyntaxError);
});

test('what is nested deeper than anybody means is refused before it is taken apart', () => {
  expect(parseForeignJson(nested(1_000))).toHaveLength(1);
  expect(() => parseForeignJson(nested(1_001))).toThrow('nested too deep');
  expect(() => parseForeignJson(nested(400_000))).toThrow('nested too deep');
});

test('brackets within texts are none, nor are those one after the other', () => {
  const texts = ['['.repeat(2_000), '"['.repeat(2_000), '\\'.repeat(3)];
  expect(parseForeignJson(JSON.stringify(texts))).toEqual(texts);
  expect(parseForeignJson(`[${Array(3_000).fill('[]').join()}]`)).toHaveLength(3_000);
});
