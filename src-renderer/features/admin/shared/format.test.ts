import { expect, test } from 'vitest';
import { formatDay, formatMoment } from './format-moment.ts';

test('[D2] a moment is shown in the admin’s time zone, with the year where it is another one', () => {
  const local = new Date(new Date().getFullYear(), 11, 24, 18, 0);
  expect(formatMoment(local.toISOString())).toBe('24 Dec, 18:00');
  local.setFullYear(2019);
  expect(formatMoment(local.toISOString())).toBe('24 Dec 2019, 18:00');
});

test('[35.8] a day is the one of the admin’s own calendar', () => {
  const late = new Date(2026, 11, 24, 0, 30);
  expect(formatDay(late.toISOString())).toBe('24 December 2026');
});
