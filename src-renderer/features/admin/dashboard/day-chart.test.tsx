import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '#tests/support/browsers/render.tsx';
import { DayChart } from './day-chart.tsx';

const DAYS = [
  { day: '2026-11-20', values: [1] },
  { day: '2026-11-21', values: [7] },
];

function openChart() {
  render(
    <DayChart
      name="Plays"
      parts={[{ tone: 'all', label: 'plays', one: 'play' }]}
      days={DAYS}
      caption={() => 'All plays.'}
    />,
  );
  const chart = screen.getByRole('img');
  chart.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  return chart;
}
const shown = () => screen.getByRole('status').textContent;

test('[D2] the bar under a finger stays shown when the finger is lifted', () => {
  const chart = openChart();
  fireEvent.pointerDown(chart, { pointerType: 'touch', clientX: 50 });
  fireEvent.pointerOut(chart, { pointerType: 'touch' });
  fireEvent.focus(chart);
  expect(shown()).toBe('20 November 2026: 1 play');
  fireEvent.pointerOut(chart, { pointerType: 'mouse' });
  expect(shown()).toBe('Plays per day');
});
