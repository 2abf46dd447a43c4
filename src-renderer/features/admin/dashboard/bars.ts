const MOST_BARS = 92;
const WEEK = 7;

/** Groups a year of days into weeks, counted back from today; a chart cannot show as many bars. */
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

/** The top of the axis: 1, 2 or 4 times a power of ten, so that its half is a whole number. */
export function topOf(most: number): number {
  if (most <= 4) return 4;
  const size = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 10].find((factor) => factor * size >= most) ?? 10;
  return step * size;
}
