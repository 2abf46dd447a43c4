import { expect, test } from 'vitest';
import { RecentlyUsed } from './recently-used.ts';

test('what was not used for longest goes first when there are too many', () => {
  const some = new RecentlyUsed<number>({ most: 2, mostWeight: 100 });
  some.keep('a', 1, 1);
  some.keep('b', 2, 1);
  some.find('a');
  some.keep('c', 3, 1);
  expect(['a', 'b', 'c'].map((key) => some.find(key))).toEqual([1, undefined, 3]);
});

test('a few heavy ones push out as many light ones as they weigh, and one too heavy is not kept', () => {
  const some = new RecentlyUsed<number>({ most: 100, mostWeight: 10 });
  for (let at = 0; at < 10; at += 1) some.keep(`light ${at}`, at, 1);
  some.keep('heavy', 100, 8);
  const left = Array.from({ length: 10 }, (_, at) => some.find(`light ${at}`));
  expect(left.filter((it) => it !== undefined)).toEqual([8, 9]);
  some.keep('heavy', 200, 2);
  some.keep('light 10', 10, 6);
  expect([some.find('heavy'), some.find('light 10'), some.find('light 8')]).toEqual([200, 10, 8]);
  some.keep('too heavy', 0, 11);
  expect(some.find('too heavy')).toBeUndefined();
});
