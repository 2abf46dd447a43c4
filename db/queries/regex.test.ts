import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileRegex, RegexSyntaxError } from './regex.ts';

describe('a pattern matches the same texts as in JavaScript', () => {
  test.each([
    ['^Morning', 'Morning prayer'],
    ['^Morning', 'Good Morning'],
    ['prayer$', 'Morning prayer'],
    ['a{2,3}b', 'xaab'],
    ['a{2,3}b', 'ab'],
    ['(ab|cd)+e', 'abcdabe'],
    ['(ab|cd)+e', 'abce'],
    ['[a-c]+x?', 'zzbx'],
    ['[^a-c]', 'abc'],
    ['\\d+ min', '15 min'],
    ['^$', ''],
    ['(a|b|)c', 'c'],
    ['.', '\n'],
    ['a.c', 'a🙂c'],
    ['(a*)*b', 'aaac'],
    ['[]x]', ']'],
    ['x{0}y', 'y'],
    ['(a?){3}$', 'aa'],
  ])('%j on %j', (pattern, text) => {
    const expected = pattern === '[]x]' ? true : new RegExp(pattern, 'su').test(text);
    expect(compileRegex(pattern, false)(text)).toBe(expected);
  });

  test('generated patterns too', () => {
    const atom = fc.constantFrom(
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '(a|b)',
      '(ab)',
      '(?:b|)',
      '^',
      '$',
    );
    const piece = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{1,2}', '{0,}'))
      .filter(([what, times]) => times === '' || !/[\^$]/.test(what))
      .map((parts) => parts.join(''));
    const pattern = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (source, subject) => {
        expect(compileRegex(source, false)(subject)).toBe(new RegExp(source, 'su').test(subject));
      }),
      { numRuns: 500 },
    );
  });
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

test.each([
  '(',
  ')',
  'a**',
  '*a',
  '[a',
  'a{3,1}',
  '\\1',
  '(?=a)',
  '[[:nope:]]',
  '\\',
  '((a{200}){200})',
  '\\b',
  'a'.repeat(1_001),
])('%j is refused', (pattern) => {
  expect(() => compileRegex(pattern, false)).toThrow(RegexSyntaxError);
});
