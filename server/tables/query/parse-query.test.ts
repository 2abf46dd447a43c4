import { describe, expect, test } from 'vitest';
import { AppError } from '#server/core/errors.ts';
import { parseTableQuery } from './parse-query.ts';

const parse = (parameters: Record<string, string>) =>
  parseTableQuery(new URLSearchParams(parameters).toString());

const column = (name: string, more = {}) => ({
  kind: 'column',
  field: { name, path: [] },
  alias: null,
  cast: null,
  aggregate: null,
  ...more,
});

describe('filters', () => {
  test('a plus is decoded as a blank, as URLSearchParams encodes it', () => {
    const [filter] = parseTableQuery('title=eq.Still+Waters').root.conditions;
    expect(filter).toMatchObject({ operation: { value: 'Still Waters' } });
  });

  test.each([
    ['is.NULL', { kind: 'is', value: 'null' }],
    ['in.(1,"a,b",c d)', { kind: 'in', values: ['1', 'a,b', 'c d'] }],
    // The client's `.in()` does not escape quotes within a value.
    ['in.(say "hi",")")', { kind: 'in', values: ['say "hi"', ')'] }],
    ['in.(",b)', { kind: 'in', values: ['"', 'b'] }],
  ])('%s', (value, operation) => {
    expect(parse({ column: value }).root.conditions).toMatchObject([{ operation }]);
  });

  test('a path can refer to an embed and to a member of JSON', () => {
    const { levels } = parse({ 'audio_content.credits->a->>0': 'eq.x' });
    expect(levels.get('audio_content')?.conditions).toMatchObject([
      {
        field: {
          name: 'credits',
          path: [
            { arrow: '->', key: 'a' },
            { arrow: '->>', key: 0 },
          ],
        },
      },
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

describe('logic', () => {
  test('a logical operator may be negated and may refer to an embed', () => {
    const { levels } = parse({ 'favorites.not.or': '(content_id.eq.1)' });
    expect(levels.get('favorites')?.conditions).toMatchObject([{ kind: 'or', negated: true }]);
  });

  test.each(['()', '(id.eq.1', 'id.eq.1', '(id.eq.1))', `${'(and'.repeat(30)}(id.eq.1)`])(
    '%s is refused',
    (value) => {
      expect(() => parse({ or: value })).toThrow(AppError);
    },
  );
});

describe('select', () => {
  test('columns, aliases, casts and JSON paths are parsed', () => {
    expect(parse({ select: '*, n:title::text , value->>brand' }).select).toEqual([
      { kind: 'star' },
      column('title', { alias: 'n', cast: 'text' }),
      column('', { field: { name: 'value', path: [{ arrow: '->>', key: 'brand' }] } }),
    ]);
  });

  test('an empty select returns no column', () => {
    expect(parseTableQuery('select=').select).toEqual([]);
    expect(parseTableQuery('').select).toEqual([{ kind: 'star' }]);
  });

  test.each(['id,', 'a(b', 'id::', 'title!hint', '"a', '(id)'])('%s is refused', (select) => {
    expect(() => parse({ select })).toThrow(AppError);
  });
});

describe('order', () => {
  test('repeated columns of an order are omitted', () => {
    const order = `${'transcript.desc,'.repeat(90)}rel(transcript),chapters->0,chapters->0,transcript`;
    expect(parse({ order }).root.order).toMatchObject([
      { relation: null, field: { name: 'transcript', path: [] }, descending: true },
      { relation: 'rel', field: { name: 'transcript' } },
      { relation: null, field: { name: 'chapters', path: [{ key: 0 }] } },
    ]);
  });

  test.each(['id.up', 'id.asc.nulls', 'id,', 'id.asc,'])('%s is refused', (order) => {
    expect(() => parse({ order })).toThrow(AppError);
  });
});
