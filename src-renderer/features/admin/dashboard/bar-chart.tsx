import { topOf } from './bars.ts';

/** One piece of a bar, from the ground up; the tone is a class, or the stage whose colour it has. */
interface BarPart {
  readonly tone: string;
  readonly value: number;
}

export interface Column {
  readonly key: string;
  /** How many units of the axis it is wide; its height is what there is of each of them. */
  readonly wide?: number;
  readonly parts: readonly BarPart[];
  /** There is something, and how much is not told. */
  readonly isHidden?: boolean;
}

interface BarChartProps {
  /** What somebody hears who cannot see it. */
  label: string;
  columns: readonly Column[];
  /** Words under it, from its left end to its right. */
  marks: readonly string[];
}

const GAP = 0.15;
const HEIGHT = 100;

/** Bars in the colours of the page. The picture stretches; its words are text beside it, as large as all others. */
export function BarChart({ label, columns, marks }: BarChartProps) {
  const top = topOf(Math.max(...columns.map((column) => sumOf(column) / wideOf(column))));
  const places = columns.map((_, at) =>
    columns.slice(0, at).reduce((sum, column) => sum + wideOf(column), 0),
  );
  const width = columns.reduce((sum, column) => sum + wideOf(column), 0);
  return (
    <div className="bar-chart">
      <div className="bar-chart-scale num" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{value.toLocaleString('en-GB')}</span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path key={y} d={`M0 ${y}H${width}`} vectorEffect="non-scaling-stroke" />
        ))}
        {columns.map((column, at) => (
          <Bar key={column.key} column={column} x={places[at] ?? 0} top={top} />
        ))}
      </svg>
      <div className="bar-chart-marks num" aria-hidden="true">
        {marks.map((mark, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places and nothing else
          <span key={at}>{mark}</span>
        ))}
      </div>
    </div>
  );
}

function Bar({ column, x, top }: { column: Column; x: number; top: number }) {
  const wide = wideOf(column);
  const place = { x: x + GAP, width: wide - 2 * GAP };
  if (column.isHidden) return <rect className="bar-hidden" {...place} y={HEIGHT - 3} height={3} />;
  let y = HEIGHT;
  return column.parts.map(({ tone, value }) => {
    const height = (value / wide / top) * HEIGHT;
    y -= height;
    return height > 0 ? (
      <rect key={tone} className="bar" data-stage={tone} {...place} y={y} height={height} />
    ) : null;
  });
}

const wideOf = ({ wide = 1 }: Column) => wide;
const sumOf = ({ parts }: Column) => parts.reduce((sum, { value }) => sum + value, 0);
