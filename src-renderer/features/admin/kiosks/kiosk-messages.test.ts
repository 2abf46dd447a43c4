import { describe, expect, test } from 'vitest';
import { formatOpeningHours, kioskStatus } from './kiosk-messages.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const earlier = (ms: number) => new Date(NOW - ms).toISOString();
const MINUTE = 60_000;

describe('a kiosk', () => {
  test('shows its last report for two minutes, and then a missing connection', () => {
    const at = (ms: number) => kioskStatus({ state: 'playing', last_seen_at: earlier(ms) }, NOW);
    expect(at(0).text).toBe('Playing');
    expect(at(2 * MINUTE).text).toBe('Playing');
    expect(at(2 * MINUTE + 1)).toEqual({ tone: 'silent', text: 'Not seen for 2 minutes' });
    expect(at(90 * MINUTE).text).toBe('Not seen for 1 hour');
    expect(at(50 * 60 * MINUTE).text).toBe('Not seen for 2 days');
  });
});

test('opening hours are shown in one line, with consecutive days of the same hours grouped', () => {
  const day = { from: '08:00', to: '20:00' };
  const night = { from: '20:00', to: '06:30' };
  expect(formatOpeningHours(null)).toBe('Always open');
  expect(formatOpeningHours(Array(7).fill(day))).toBe('Daily 08:00–20:00');
  expect(formatOpeningHours(Array(7).fill(null))).toBe('Closed');
  expect(formatOpeningHours([day, day, day, day, night, null, null])).toBe(
    'Mon–Thu 08:00–20:00, Fri 20:00–06:30, Sat–Sun closed',
  );
});
