import { expect, test } from 'vitest';
import { formatBytes } from './size-of.ts';

test.each([
  [0, '1 KB'],
  [512_000, '512 KB'],
  [3_400_000, '3.4 MB'],
  [2_100_000_000, '2.1 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
