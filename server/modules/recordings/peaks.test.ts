import { expect, test } from 'vitest';
import { toWaveform } from './peaks.ts';

test('[D2] a waveform has the peak of each section, relative to the overall peak', () => {
  const levels = Array.from({ length: 1000 }, (_, index) => (index === 503 ? 0.5 : 0.25));
  const outline = toWaveform(levels);
  expect(outline).toHaveLength(200);
  expect(outline.filter((level) => level === 100)).toHaveLength(1);
  expect(outline[100]).toBe(100);
  expect(outline[0]).toBe(50);
});

test('[D2] a short recording has fewer sections, and silence is flat', () => {
  expect(toWaveform([0, 0, 0])).toEqual([0, 0, 0]);
  expect(toWaveform([])).toEqual([]);
});
