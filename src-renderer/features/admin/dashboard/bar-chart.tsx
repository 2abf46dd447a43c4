import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatNumber } from '../shared/format.ts';
import { axisTop } from './bars.ts';

/** A segment of a stacked bar, bottom to top; `tone` sets the colour, such as a stage. */
interface BarPart {
  readonly tone: string;
  readonly value: number;
}

export interface Column {
  readonly key: string;
  /** Shown for the selected column: its days and exact values. */
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

/**
 * A bar chart. The SVG is stretched to the page, so the labels are HTML to keep their text size. A
 * pointer and the arrow keys show the exact values of a bar.
 */
export function BarChart({ label, unit, columns, marks }: BarChartProps) {
  const top = axisTop(Math.max(...columns.map((column) => sumOf(column) / widthOf(column))));
  let width = 0;
  const starts = columns.map((column) => {
    const start = width;
    width += widthOf(column);
    return start;
  });
  const [shown, setShown] = useState<number>();
  const handlePointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: svgWidth } = currentTarget.getBoundingClientRect();
    const position = Math.max(0, ((clientX - left) / svgWidth) * width);
    setShown(starts.findLastIndex((start) => start <= position));
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setShown(Math.min(columns.length - 1, Math.max(0, (shown ?? columns.length) + step)));
  };
  const column = shown === undefined ? undefined : columns[shown];
  return (
    <div className="bar-chart">
      <p className="bar-chart-unit tabular-numbers">
        <output>{column?.text ?? unit}</output>
      </p>
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys show the values of a bar
        tabIndex={0}
        onPointerMove={handlePointer}
        onPointerDown={handlePointer}
        // Only for a mouse: after a touch, the values stay visible until the focus moves.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
        onFocus={() => setShown(shown ?? columns.length - 1)}
        onBlur={() => setShown(undefined)}
        onKeyDown={handleKey}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path key={y} d={`M0 ${y}H${width}`} vectorEffect="non-scaling-stroke" />
        ))}
        {columns.map((one, index) => {
          const x = starts[index] ?? 0;
          return (
            <g key={one.key}>
              {index === shown ? (
                <rect className="bar-shown" x={x} width={widthOf(one)} height={HEIGHT} />
              ) : null}
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
