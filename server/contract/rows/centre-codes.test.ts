import { expect, test } from 'vitest';
import { centreCodeInsertSchema } from '../calls/admin/centre-codes.ts';
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

const given = { centre_name: ' The Manger ', uses_allowed: 20, last_day: '2027-06-30' };

test('a plan needs a length unless it is for life', () => {
  const read = (plan: object) => centreCodeInsertSchema.safeParse({ ...given, ...plan });
  expect(read({ plan_type: 'Lifetime' }).data).toMatchObject({
    centre_name: 'The Manger',
    plan_length: null,
  });
  expect(read({ plan_type: 'Monthly', plan_length: 3 }).success).toBe(true);
  expect(read({ plan_type: 'Monthly' }).error?.issues[0]?.message).toBe(
    'Months must be a whole number from 1 to 60.',
  );
  expect(read({ plan_type: 'Trial', plan_length: 0 }).success).toBe(false);
  expect(read({ plan_type: 'Trial', plan_length: 1.5 }).success).toBe(false);
  expect(read({ plan_type: 'Forever' }).error?.issues[0]?.message).toBe(
    'The plan is one of Lifetime, Monthly, Trial.',
  );
});
