import { expect, test } from 'vitest';
import { compileRegex, RegexSyntaxError } from './regex.ts';

test.each([
  ['^Morning', 'Good Morning'],
  ['a{2,3}b', 'ab'],
  ['(ab|cd)+e', 'abce'],
  ['[^a-c]', 'abc'],
  ['(a|b|)c', 'c'],
  ['.', '\n'],
  ['a.c', 'a🙂c'],
  ['(a*)*b', 'aaac'],
  ['[]x]', ']'],
  ['(a?){3}$', 'aa'],
])('the pattern %j on %j matches as in JavaScript', (pattern, text) => {
  const expected = pattern === '[]x]' ? true : new RegExp(pattern, 'su').test(text);
  expect(compileRegex(pattern, false)(text)).toBe(expected);
});

test('character classes include every script', () => {
  expect(compileRegex('^\\w+ [\\w-]+ \\d[\\d]\\W$', false)('élan été ٣٤!')).toBe(true);
  expect(compileRegex('[\\d]|\\w', false)('🙂')).toBe(false);
});

test('the case-insensitive flag applies to every script', () => {
  expect(compileRegex('ÉCOUTE', true)('elle écoute')).toBe(true);
});

test('a catastrophically backtracking pattern takes no time', () => {
  const started = performance.now();
  expect(compileRegex('(a+)+(a+)+(a+)+$', false)(`${'a'.repeat(5000)}b`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(1000);
});

test.each(['(', 'a**', '[a', '\\1', '(?=a)', '[[:nope:]]', '((a{200}){200})', 'a'.repeat(1_001)])(
  '%j is refused',
  (pattern) => {
    expect(() => compileRegex(pattern, false)).toThrow(RegexSyntaxError);
  },
);
