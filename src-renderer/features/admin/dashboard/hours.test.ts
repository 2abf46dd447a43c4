import { describe, expect, test } from 'vitest';
import { busiestHour, inLocalTime } from './hours.ts';

const hours = Array.from({ length: 24 }, (_, hour) => ({ hour, plays: hour }));

describe('the hours of listening', () => {
  test('[D2] are shown in local time, from midnight on', () => {
    const inBerlin = inLocalTime(hours, 60);
    expect(inBerlin[0]).toEqual({ time: '00:00', plays: 23 });
    expect(inBerlin[1]).toEqual({ time: '01:00', plays: 0 });
    const inNewYork = inLocalTime(hours, -300);
    expect(inNewYork[0]).toEqual({ time: '00:00', plays: 5 });
    expect(inLocalTime(hours, 330)[0]).toEqual({ time: '00:30', plays: 19 });
  });

  test('[D2] name the busiest hour', () => {
    expect(busiestHour(inLocalTime(hours, 0))).toBe('23:00 and 00:00');
    expect(busiestHour(hours.map(() => ({ time: '00:00', plays: null })))).toBeUndefined();
  });
});
