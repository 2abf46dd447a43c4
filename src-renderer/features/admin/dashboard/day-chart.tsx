import type { ReactNode } from 'react';
import { formatCount, formatDate } from '../shared/format.ts';
import { BarChart } from './bar-chart.tsx';
import { groupDays } from './bars.ts';
import { ChartFigure, marksOf } from './chart-figure.tsx';

interface Part {
  readonly tone: string;
  /** 'plays', 'waiting'. */
  readonly label: string;
  /** The singular, when it differs: 'play'. */
  readonly one?: string;
}

interface DayChartProps {
  /** 'Plays', 'Tickets'. */
  name: string;
  parts: readonly Part[];
  /** The values of the parts, for each day. */
  days: readonly { readonly day: string; readonly values: readonly number[] }[];
  caption: (unit: 'day' | 'week', max: number) => ReactNode;
}

/** One bar for each day, or each week of a long period, and a table with the same data. */
export function DayChart({ name, parts, days, caption }: DayChartProps) {
  const { spans, isWeekly } = groupDays(days);
  const unit = isWeekly ? 'week' : 'day';
  const bars = spans.map((span) => ({
    day: span[0]?.day ?? '',
    values: parts.map((_, at) => span.reduce((sum, { values }) => sum + (values[at] ?? 0), 0)),
  }));
  const totalOf = (bar: { values: readonly number[] }) =>
    bar.values.reduce((sum, value) => sum + value, 0);
  const totals = parts.map((_, at) => bars.reduce((sum, bar) => sum + (bar.values[at] ?? 0), 0));
  const max = Math.max(...bars.map(totalOf));
  const describeValues = (values: readonly number[]) =>
    parts.map(({ label, one = label }, at) => formatCount(values[at] ?? 0, one, label)).join(', ');
  return (
    <ChartFigure
      name={`${name} per ${unit}`}
      caption={caption(unit, max)}
      head={[isWeekly ? 'Week from' : 'Day', ...parts.map(({ label }) => label)]}
      rows={bars.toReversed().map(({ day, values }) => [formatDate(day), ...values])}
    >
      <BarChart
        label={`${name} per ${unit}: ${describeValues(totals)}; ${max} at most. The table below has every ${unit}.`}
        unit={`${name} per ${unit}`}
        columns={bars.map(({ day, values }) => ({
          key: day,
          text: `${isWeekly ? 'Week from ' : ''}${formatDate(day)}: ${describeValues(values)}`,
          parts: parts.map(({ tone }, at) => ({ tone, value: values[at] ?? 0 })),
        }))}
        marks={marksOf(bars.map(({ day }) => day))}
      />
    </ChartFigure>
  );
}
