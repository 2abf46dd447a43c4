const MAX_BARS = 92;
const WEEK = 7;

/** Groups too many days for a chart into weeks, counted back from the last day. */
export function groupDays<Day>(days: readonly Day[]): {
  spans: readonly (readonly Day[])[];
  isWeekly: boolean;
} {
  if (days.length <= MAX_BARS) return { spans: days.map((day) => [day]), isWeekly: false };
  const spans: (readonly Day[])[] = [];
  for (let end = days.length; end > 0; end -= WEEK) {
    spans.unshift(days.slice(Math.max(0, end - WEEK), end));
  }
  return { spans, isWeekly: true };
}

/** The top of the axis: 4, or 1, 2 or 4 times a power of ten, so that its half is whole. */
export function axisTop(max: number): number {
  if (max <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(max));
  const factor = [1, 2, 4, 10].find((one) => one * power >= max) ?? 10;
  return factor * power;
}
