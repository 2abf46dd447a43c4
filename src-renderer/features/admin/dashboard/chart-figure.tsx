import type { ReactNode } from 'react';
import { formatNumber, formatShortDate } from '../shared/format.ts';

interface ChartFigureProps {
  /** Accessible name of the table. */
  name: string;
  /** The sentence below the chart: what it shows and what it leaves out. */
  caption: ReactNode;
  head: readonly string[];
  /** The first cell is the row header. */
  rows: readonly (readonly (string | number)[])[];
  children: ReactNode;
}

export function ChartFigure({ name, caption, head, rows, children }: ChartFigureProps) {
  return (
    <figure className="admin-figure">
      {children}
      <figcaption className="small quiet">{caption}</figcaption>
      <details className="admin-chart-table">
        <summary>View as table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section className="admin-scroll" tabIndex={0} aria-label={name}>
          <table>
            <caption className="visually-hidden">{name}</caption>
            <thead>
              <tr>
                {head.map((title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(([title, ...cells]) => (
                <tr key={title}>
                  <th scope="row">{title}</th>
                  {cells.map((cell, at) => (
                    <td key={head[at + 1]} className="tabular-numbers">
                      {typeof cell === 'number' ? formatNumber(cell) : cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

/** Labels for the first, middle and last day of an axis. */
export function marksOf(days: readonly string[]): string[] {
  const middle = Math.floor(days.length / 2);
  return days
    .filter((_, index) => [0, middle, days.length - 1].includes(index))
    .map(formatShortDate);
}
