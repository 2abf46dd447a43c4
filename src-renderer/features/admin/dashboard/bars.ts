export interface Bar {
  /** The first day it stands for, '2026-11-21'. */
  readonly day: string;
  readonly plays: number;
}

const MOST_BARS = 92;
const WEEK = 7;

/** A year of days is more than a chart can show: it becomes weeks, counted back from today. */
export function toSpans<Day>(days: readonly Day[]): {
  spans: readonly (readonly Day[])[];
  isWeekly: boolean;
} {
  if (days.length <= MOST_BARS) return { spans: days.map((day) => [day]), isWeekly: false };
  const spans: (readonly Day[])[] = [];
  for (let end = days.length; end > 0; end -= WEEK) {
    spans.unshift(days.slice(Math.max(0, end - WEEK), end));
  }
  return { spans, isWeekly: true };
}

export function toBars(days: readonly Bar[]): { bars: readonly Bar[]; isWeekly: boolean } {
  const { spans, isWeekly } = toSpans(days);
  const bars = spans.map((span) => ({
    day: span[0]?.day ?? '',
    plays: span.reduce((sum, { plays }) => sum + plays, 0),
  }));
  return { bars, isWeekly };
}

/** The round number at the top of the axis, which halves into whole ones: 1, 2 or 4 with noughts. */
export function topOf(most: number): number {
  if (most <= 4) return 4;
  const size = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 10].find((factor) => factor * size >= most) ?? 10;
  return step * size;
}
