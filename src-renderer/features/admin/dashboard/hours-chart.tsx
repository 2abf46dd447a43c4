import type { Dashboard } from '#contract/calls/admin/dashboard.ts';
import { formatDate } from '../shared/format.ts';
import { BarChart } from './bar-chart.tsx';
import { ChartFigure } from './chart-figure.tsx';
import { busiestHour, inLocalTime } from './hours.ts';

/** Plays by hour of the day; small counts are withheld. */
export function HoursChart({ plays }: { plays: Dashboard['plays'] }) {
  const hours = inLocalTime(plays.byHour, -new Date().getTimezoneOffset());
  const busiest = busiestHour(hours);
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
      caption={`Local time, since ${formatDate(plays.hoursFrom)}.${hasHidden ? ' A thin line means fewer than five plays.' : ''}`}
      head={['Hour from', 'Plays']}
      rows={hours.map((hour) => [hour.time, hour.plays ?? 'Fewer than 5'])}
    >
      <p>Busiest between {busiest}</p>
      <BarChart
        label={`Plays by hour: most between ${busiest}. The table below has every hour.`}
        unit="Plays per hour of the day"
        columns={hours.map((hour) => ({
          key: hour.time,
          text: `From ${hour.time}: ${hour.plays ?? 'fewer than 5'} plays`,
          isHidden: hour.plays === null,
          parts: [{ tone: 'all', value: hour.plays ?? 0 }],
        }))}
        marks={['00', '06', '12', '18', '24']}
      />
    </ChartFigure>
  );
}
