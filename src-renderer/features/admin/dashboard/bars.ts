export interface Bar {
  /** The first day it stands for, '2026-11-21'. */
  readonly day: string;
  readonly plays: number;
}

const MOST_BARS = 92;
const WEEK = 7;

/** A year of days is more than a chart can show: it becomes weeks, counted back from today. */
export function toBars(days: readonly Bar[]): { bars: readonly Bar[]; isWeekly: boolean } {
  if (days.length <= MOST_BARS) return { bars: days, isWeekly: false };
  const bars: Bar[] = [];
  for (let end = days.length; end > 0; end -= WEEK) {
    const week = days.slice(Math.max(0, end - WEEK), end);
    const first = week[0];
    if (first)
      bars.unshift({ day: first.day, plays: week.reduce((sum, { plays }) => sum + plays, 0) });
  }
  return { bars, isWeekly: true };
}

/** The round number at the top of the axis, which halves into whole ones: 1, 2 or 4 with noughts. */
export function topOf(most: number): number {
  if (most <= 4) return 4;
  const size = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 10].find((factor) => factor * size >= most) ?? 10;
  return step * size;
}
