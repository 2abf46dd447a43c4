import { beforeEach, expect, test, vi } from 'vitest';
import { formatBytes, formatCount, formatDate, formatDay, formatMoment } from './format.ts';

const useLanguages = (...languages: string[]) => vi.stubGlobal('navigator', { languages });
beforeEach(() => useLanguages('en-GB'));

test('[D2] a time is shown in the admin’s time zone, with the year if it is not the current one', () => {
  const local = new Date(new Date().getFullYear(), 11, 24, 18, 0);
  expect(formatMoment(local.toISOString())).toBe('24 Dec, 18:00');
  local.setFullYear(2019);
  expect(formatMoment(local.toISOString())).toBe('24 Dec 2019, 18:00');
});

test('a day is shown in the admin’s time zone', () => {
  const late = new Date(2026, 11, 24, 0, 30);
  expect(formatDay(late.toISOString())).toBe('24 December 2026');
});

test.each([
  [['en-US', 'en'], 'December 24, 2026', '1,240 tracks'],
  [['en-ZA'], '24 December 2026', '1 240 tracks'],
  [['de-DE'], '24 December 2026', '1,240 tracks'],
])('dates and numbers follow the owner’s English: %s', (languages, day, tracks) => {
  useLanguages(...languages);
  expect(formatDate('2026-12-24')).toBe(day);
  expect(formatCount(1240, 'track', 'tracks').replace(/\s/g, ' ')).toBe(tracks);
});

test.each([
  [0, '1 KB'],
  [512_000, '512 KB'],
  [3_400_000, '3.4 MB'],
  [2_100_000_000, '2.1 GB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
