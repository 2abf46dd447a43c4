import { expect, test } from 'vitest';
import { parseBanDuration } from './ban-duration.ts';

test.each([
  ['none', 0],
  ['0s', 0],
  ['24h', 86_400_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['300ms', 300],
])('a ban of %s lasts %i ms', (text, ms) => {
  expect(parseBanDuration(text)).toBe(ms);
});

test('a permanent ban ends in a representable year', () => {
  const end = new Date(Date.now() + parseBanDuration('87600000000h'));
  expect(end.toISOString()).toMatch(/^\d{4}-/);
});

test.each(['', '24', 'h', '-1h', 'soon', '1h x'])('%j is not a duration', (text) => {
  expect(() => parseBanDuration(text)).toThrow('invalid format for ban duration');
});
