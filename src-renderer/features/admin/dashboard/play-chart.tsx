import { formatDate } from '#renderer/lib/format.ts';
import { BarChart } from './bar-chart.tsx';
import { type Bar, toBars } from './bars.ts';
import { ChartFigure, marksOf } from './chart-figure.tsx';

/** One bar a day (or week), with a table that says the same. */
export function PlayChart({ days }: { days: readonly Bar[] }) {
  const { bars, isWeekly } = toBars(days);
  const unit = isWeekly ? 'week' : 'day';
  const total = bars.reduce((sum, { plays }) => sum + plays, 0);
  if (total === 0) return <p className="quiet">Nothing was played in these days.</p>;
  const most = Math.max(...bars.map(({ plays }) => plays));
  return (
    <ChartFigure
      name={`Plays per ${unit}`}
      caption={`Every play, by whomever. ${most.toLocaleString('en-GB')} at most in a ${unit}.`}
      head={[isWeekly ? 'Week from' : 'Day', 'Plays']}
      rows={bars.toReversed().map(({ day, plays }) => [formatDate(day), plays])}
    >
      <BarChart
        label={`Plays per ${unit}: ${total} in all, ${most} at most. The table below has every ${unit}.`}
        columns={bars.map(({ day, plays }) => ({
          key: day,
          parts: [{ tone: 'all', value: plays }],
        }))}
        marks={marksOf(bars.map(({ day }) => day))}
      />
    </ChartFigure>
  );
}
