import type { Dashboard } from '#contract/calls/dashboard.ts';
import { formatDate } from '#renderer/lib/format.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { atHerClock, busiestOf } from './hours.ts';

/** When mothers listen; of an hour with few plays it is said that there were some. */
export function HoursChart({ plays }: { plays: Dashboard['plays'] }) {
  const hours = atHerClock(plays.byHour, -new Date().getTimezoneOffset());
  const busiest = busiestOf(hours);
  if (busiest === undefined) {
    return (
      <p className="quiet">
        {`Since ${formatDate(plays.hoursFrom)} no hour of the day had five plays: too few to show.`}
      </p>
    );
  }
  const hasHidden = hours.some((hour) => hour.plays === null);
  return (
    <ChartFigure
      name="Plays by hour"
      caption={`By your clock, since ${formatDate(plays.hoursFrom)}.${hasHidden ? ' A line on the ground stands for fewer than five plays.' : ''}`}
      head={['Hour from', 'Plays']}
      rows={hours.map((hour) => [hour.time, hour.plays ?? 'Fewer than 5'])}
    >
      <p>Busiest between {busiest}</p>
      <BarChart
        label={`Plays by hour: most between ${busiest}. The table below has every hour.`}
        columns={hours.map((hour) => ({
          key: hour.time,
          isHidden: hour.plays === null,
          parts: [{ tone: 'all', value: hour.plays ?? 0 }],
        }))}
        marks={['00', '06', '12', '18', '24']}
      />
    </ChartFigure>
  );
}
