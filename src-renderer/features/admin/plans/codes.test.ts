import { expect, test } from 'vitest';
import type { CentreCode } from '#contract/rows/centre-codes.ts';
import { codeStateOf } from './codes.ts';

const END = '2026-12-21T23:59:59.999+00:00';
const code = { uses_allowed: 20, used_count: 19, valid_until: END, ended_at: null } as CentreCode;
const now = Date.parse(END);

test('a code is active to the last millisecond of its last day, while it has uses left', () => {
  expect(codeStateOf(code, now)).toBe('active');
  expect(codeStateOf(code, now + 1)).toBe('expired');
  expect(codeStateOf({ ...code, used_count: 20 }, now)).toBe('used up');
  expect(codeStateOf({ ...code, ended_at: END }, now)).toBe('ended');
});
