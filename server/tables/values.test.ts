import { describe, expect, test } from 'vitest';
import type { ColumnType } from '#contract/rows/define-table.ts';
import { readArrayLiteral, readJsonMember, readLiteral } from './values.ts';

const TIME = 'timestamp with time zone';

test.each<[ColumnType, string, unknown]>([
  ['integer', ' -42 ', -42],
  ['integer', '2147483647', 2_147_483_647],
  ['double precision', '1e-3', 0.001],
  ['boolean', 'ON', true],
  ['boolean', ' f ', false],
  ['uuid', 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'],
  [TIME, '2026-01-02', '2026-01-02T00:00:00.000Z'],
  [TIME, '2026-01-02 03:04', '2026-01-02T03:04:00.000Z'],
  [TIME, '2026-01-02T03:04:05.678901+02:30', '2026-01-02T00:34:05.678Z'],
  [TIME, '2026-01-02T03:04:05-05', '2026-01-02T08:04:05.000Z'],
  [TIME, '2026-01-02T24:00', '2026-01-03T00:00:00.000Z'],
  [TIME, '2026-01-02T23:59:60-15:59', '2026-01-03T15:59:00.000Z'],
  ['text', ' as it is ', ' as it is '],
])('%s %j is %j', (type, literal, value) => {
  expect(readLiteral(type, literal)).toBe(value);
});

test.each<[ColumnType, string, string]>([
  ['integer', '', '22P02'],
  ['integer', '1.0', '22P02'],
  ['integer', '2147483648', '22003'],
  ['double precision', 'NaN', '22P02'],
  ['double precision', '1e999', '22003'],
  ['boolean', 'ja', '22P02'],
  ['uuid', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a1', '22P02'],
  [TIME, 'yesterday', '22007'],
  [TIME, '2026-02-30', '22008'],
  [TIME, '2026-01-01T25:00:00', '22008'],
  [TIME, '2026-01-01T24:00:01', '22008'],
  [TIME, '2026-01-01T10:00:00+16', '22008'],
  [TIME, '2026-01-01T10:00:00+05:60', '22008'],
  ['text', 'a\0b', '22P05'],
])('%s %j is refused with %s', (type, literal, code) => {
  expect(() => readLiteral(type, literal)).toThrow(expect.objectContaining({ status: 400, code }));
});

describe('array literals', () => {
  test.each([
    ['{}', []],
    ['{a, b}', ['a', 'b']],
    ['{"a,b","c\\"d",NULL,"NULL"}', ['a,b', 'c"d', null, 'NULL']],
  ])('%s', (literal, items) => {
    expect(readArrayLiteral(literal)).toEqual(items);
  });

  test.each(['a,b', '{a', '{a,}', '{"a}', '{a}}'])('%s is malformed', (literal) => {
    expect(() => readArrayLiteral(literal)).toThrow(expect.objectContaining({ code: '22P02' }));
  });
});

describe('members of a body', () => {
  test.each<[ColumnType, unknown, unknown]>([
    ['text', 5, '5'],
    ['text', { b: 1 }, '{"b":1}'],
    ['integer', '5', 5],
    ['boolean', true, true],
    ['json', null, null],
    ['json', { bb: 1, a: [{ d: 1, c: 2 }] }, { a: [{ c: 2, d: 1 }], bb: 1 }],
  ])('%s from %j', (type, given, value) => {
    const read = readJsonMember(type, given);
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
  });

  test.each<[ColumnType, unknown]>([
    ['integer', 1.5],
    ['integer', true],
    ['json', ['a\0']],
    ['text', '\ud800'],
  ])('%s from %j is refused', (type, given) => {
    expect(() => readJsonMember(type, given)).toThrow(expect.objectContaining({ status: 400 }));
  });
});
