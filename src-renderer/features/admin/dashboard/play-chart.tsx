import { formatDate } from '#renderer/lib/format.ts';
import { type Bar, toBars, topOf } from './bars.ts';

const WIDTH = 640;
const LEFT = 48;
const BASE = 180;
const HEIGHT = 164;

/** One bar a day (or week), in one tint, with a table that says the same. */
export function PlayChart({ days }: { days: readonly Bar[] }) {
  const { bars, isWeekly } = toBars(days);
  const top = topOf(Math.max(0, ...bars.map(({ plays }) => plays)));
  const step = (WIDTH - LEFT) / bars.length;
  const unit = isWeekly ? 'week' : 'day';
  const total = bars.reduce((sum, { plays }) => sum + plays, 0);
  const marks = [bars[0], bars[Math.floor(bars.length / 2)], bars.at(-1)];
  return (
    <>
      <svg
        viewBox={`0 0 ${WIDTH} 190`}
        className="chart"
        role="img"
        aria-label={`Plays per ${unit}: ${total} in all, ${Math.max(0, ...bars.map(({ plays }) => plays))} at most. The table below has every ${unit}.`}
      >
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path
              d={`M${LEFT} ${BASE - share * HEIGHT}H${WIDTH}`}
              stroke="var(--line)"
              strokeWidth="1"
            />
            <text className="ylab" x="0" y={BASE - share * HEIGHT + 5}>
              {top * share}
            </text>
          </g>
        ))}
        {bars.map(({ day, plays }, at) => (
          <rect
            key={day}
            x={LEFT + at * step + step * 0.15}
            width={step * 0.7}
            y={BASE - (plays / top) * HEIGHT}
            height={(plays / top) * HEIGHT}
            rx={Math.min(2, step * 0.2)}
            fill="var(--stage)"
          />
        ))}
      </svg>
      <div className="axis small quiet num">
        {marks.map((bar, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: three fixed places
          <span key={at}>{bar ? shortDate(bar.day) : ''}</span>
        ))}
      </div>
      <details className="a-figures">
        <summary>As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <section className="a-scroll" tabIndex={0} aria-label={`Plays per ${unit}`}>
          <table>
            <caption className="sr">{`Plays per ${unit}`}</caption>
            <thead>
              <tr>
                <th scope="col">{isWeekly ? 'Week from' : 'Day'}</th>
                <th scope="col">Plays</th>
              </tr>
            </thead>
            <tbody>
              {bars.toReversed().map(({ day, plays }) => (
                <tr key={day}>
                  <th scope="row">{formatDate(day)}</th>
                  <td className="num">{plays}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </>
  );
}

function shortDate(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
}
