import { describe, expect, test } from 'vitest';
import { AppError } from '#server/core/errors.ts';
import { parseTableQuery } from './parse-query.ts';

// The rows that a parsed query returns are tested in tests/contract/tables/reading.test.ts and builders.test.ts.

const parse = (parameters: Record<string, string>) =>
  parseTableQuery(new URLSearchParams(parameters).toString());

describe('filters', () => {
  test.each([
    ['is.NULL', { kind: 'is', value: 'null' }],
    // The client's `.in()` does not escape quotes within a value.
    ['in.(say "hi",")")', { kind: 'in', values: ['say "hi"', ')'] }],
    ['in.(",b)', { kind: 'in', values: ['"', 'b'] }],
  ])('%s', (value, operation) => {
    expect(parse({ column: value }).root.conditions).toMatchObject([{ operation }]);
  });

  test('a path can refer to a member of JSON in an embed', () => {
    const { levels } = parse({ 'audio_content.credits->a->>0': 'eq.x' });
    const path = [
      { arrow: '->', key: 'a' },
      { arrow: '->>', key: 0 },
    ];
    expect(levels.get('audio_content')?.conditions).toMatchObject([
      { field: { name: 'credits', path } },
    ]);
  });

  test.each([
    ['banana.1', 'unexpected "b" expecting "not" or operator (eq, gt, ...)'],
    ['neq(any).{1}', 'unexpected "n" expecting "not" or operator (eq, gt, ...)'],
    ['is.maybe', 'unexpected "m" expecting null or trilean value (unknown, true, false)'],
    ['in.1', 'unexpected "1" expecting "("'],
    ['', 'unexpected end of input expecting "not" or operator (eq, gt, ...)'],
  ])('%j is refused with the unexpected and the expected input', (value, details) => {
    expect(() => parse({ id: value })).toThrow(expect.objectContaining({ status: 400, details }));
  });
});

test('an empty select returns no column', () => {
  expect(parseTableQuery('select=').select).toEqual([]);
  expect(parseTableQuery('').select).toEqual([{ kind: 'star' }]);
});

test('repeated columns of an order are omitted', () => {
  const order = `${'transcript.desc,'.repeat(90)}rel(transcript),chapters->0,chapters->0,transcript`;
  expect(parse({ order }).root.order).toMatchObject([
    { relation: null, field: { name: 'transcript', path: [] }, descending: true },
    { relation: 'rel', field: { name: 'transcript' } },
    { relation: null, field: { name: 'chapters', path: [{ key: 0 }] } },
  ]);
});

test.each([
  ['or', ['()', '(id.eq.1', 'id.eq.1', '(id.eq.1))', `${'(and'.repeat(30)}(id.eq.1)`]],
  ['select', ['id,', 'a(b', 'id::', 'title!hint', '"a', '(id)']],
  ['order', ['id.up', 'id.asc.nulls', 'id,', 'id.asc,']],
])('%s: %j are refused', (parameter, values) => {
  for (const value of values) expect(() => parse({ [parameter]: value }), value).toThrow(AppError);
});
