import { expect, test } from 'vitest';
import { SHORT_CODE_CHARS } from '../constants/short-code.ts';
import { groupCode, parseCode } from './centre-codes.ts';

test.each(['ABCD-2345', 'abcd2345', ' abcd 2345 ', 'ABCD–2345', 'a b-c d 2 3 4 5'])(
  '"%s" is normalised to one code',
  (typed) => {
    expect(parseCode(typed)).toBe('ABCD2345');
  },
);

test.each(['', 'ABCD-234', 'ABCD-23456', 'ABCD-234O', 'ABCD_2345', 'ÄBCD-2345'])(
  '"%s" is not a code',
  (typed) => {
    expect(parseCode(typed)).toBeUndefined();
  },
);

test('the alphabet has no look-alikes, and a code is printed in two groups', () => {
  expect(SHORT_CODE_CHARS).not.toMatch(/[01OILU]/);
  expect(groupCode('ABCD2345')).toBe('ABCD-2345');
});
