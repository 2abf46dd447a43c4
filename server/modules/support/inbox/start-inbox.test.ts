import { expect, test } from 'vitest';
import { backoffAfter } from './start-inbox.ts';

test('an unreadable mailbox is retried with a backoff of up to a quarter of an hour', () => {
  const waits = [1, 2, 3, 4, 8, 9, 50].map((failures) => backoffAfter(failures) / 1000);
  expect(waits).toEqual([5, 10, 20, 40, 640, 900, 900]);
});
