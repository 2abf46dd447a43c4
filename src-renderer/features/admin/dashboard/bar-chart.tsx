import { formatNumber } from '../shared/format.ts';
import { axisTop } from './bars.ts';

/** A segment of a stacked bar, bottom to top; `tone` sets the colour, such as a stage. */
interface BarPart {
  readonly tone: string;
  readonly value: number;
}

export interface Column {
  readonly key: string;
  /** The days and exact values, shown under a pointer. */
  readonly text: string;
  /** Width in units of the axis, such as days; the height is the average per unit. */
  readonly units?: number;
  readonly parts: readonly BarPart[];
  /** The count is above zero, and too small to show. */
  readonly isHidden?: boolean;
}

interface BarChartProps {
  label: string;
  /** Unit of the axis: 'plays a day'. */
  unit: string;
  columns: readonly Column[];
  /** Axis labels, left to right. */
  marks: readonly string[];
}

const GAP = 0.15;
const HEIGHT = 100;

/** A bar chart. The SVG is stretched to the page, so the labels are HTML to keep their text size. */
export function BarChart({ label, unit, columns, marks }: BarChartProps) {
  const top = axisTop(Math.max(...columns.map((column) => sumOf(column) / widthOf(column))));
  let width = 0;
  const starts = columns.map((column) => {
    const start = width;
    width += widthOf(column);
    return start;
  });
  return (
    <div className="bar-chart">
      <p className="bar-chart-unit">{unit}</p>
      <div className="bar-chart-scale tabular-numbers" aria-hidden="true">
        {[top, top / 2, 0].map((value) => (
          <span key={value}>{formatNumber(value)}</span>
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
        {columns.map((one, index) => {
          const x = starts[index] ?? 0;
          return (
            <g key={one.key}>
              <title>{one.text}</title>
              <rect className="bar-ground" x={x} width={widthOf(one)} height={HEIGHT} />
              <Bar column={one} x={x} top={top} />
            </g>
          );
        })}
      </svg>
      <div className="bar-chart-marks tabular-numbers" aria-hidden="true">
        {marks.map((mark, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the labels are static
          <span key={index}>{mark}</span>
        ))}
      </div>
    </div>
  );
}

function Bar({ column, x, top }: { column: Column; x: number; top: number }) {
  const units = widthOf(column);
  const box = { x: x + GAP, width: units - 2 * GAP };
  if (column.isHidden) return <rect className="bar-hidden" {...box} y={HEIGHT - 3} height={3} />;
  let y = HEIGHT;
  return column.parts.map(({ tone, value }) => {
    const height = (value / units / top) * HEIGHT;
    y -= height;
    return height > 0 ? (
      <rect key={tone} className="bar" data-stage={tone} {...box} y={y} height={height} />
    ) : null;
  });
}

const widthOf = ({ units = 1 }: Column) => units;
const sumOf = ({ parts }: Column) => parts.reduce((sum, { value }) => sum + value, 0);
