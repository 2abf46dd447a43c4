import type { Dashboard } from '#contract/calls/dashboard.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { Link } from '#renderer/lib/router.tsx';
import { BarChart } from './bar-chart.tsx';
import { toSpans } from './bars.ts';
import { ChartFigure, marksOf } from './chart-figure.tsx';

/** How many asked, and who of them still waits. */
export function TicketChart({ days }: { days: Dashboard['tickets']['byDay'] }) {
  const { spans, isWeekly } = toSpans(days);
  const bars = spans.map((span) => ({
    day: span[0]?.day ?? '',
    came: span.reduce((sum, { came }) => sum + came, 0),
    waiting: span.reduce((sum, { waiting }) => sum + waiting, 0),
  }));
  const came = bars.reduce((sum, bar) => sum + bar.came, 0);
  const waiting = bars.reduce((sum, bar) => sum + bar.waiting, 0);
  if (came === 0) return <p className="quiet">Nobody wrote in these days.</p>;
  const unit = isWeekly ? 'week' : 'day';
  return (
    <ChartFigure
      name={`Tickets per ${unit}`}
      caption={
        <span className="bar-legend">
          <span data-tone="waiting">{`${waiting} of them wait`}</span>
          <span data-tone="answered">{`${came - waiting} answered or closed`}</span>
          <Link to="/admin/users?part=tickets">All tickets</Link>
        </span>
      }
      head={[isWeekly ? 'Week from' : 'Day', 'Came', 'Wait']}
      rows={bars.toReversed().map((bar) => [formatDate(bar.day), bar.came, bar.waiting])}
    >
      <BarChart
        label={`Tickets per ${unit}: ${came} came, ${waiting} of them wait for an answer. The table below has every ${unit}.`}
        columns={bars.map((bar) => ({
          key: bar.day,
          parts: [
            { tone: 'waiting', value: bar.waiting },
            { tone: 'answered', value: bar.came - bar.waiting },
          ],
        }))}
        marks={marksOf(bars.map(({ day }) => day))}
      />
    </ChartFigure>
  );
}
