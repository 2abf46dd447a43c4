import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { formatNumber } from '../shared/format.ts';
import { topOf } from './bars.ts';

/** One segment of a stacked bar, bottom to top; `tone` is a class, or a stage with its colour. */
interface BarPart {
  readonly tone: string;
  readonly value: number;
}

export interface Column {
  readonly key: string;
  /** The days of the column and their exact values. */
  readonly text: string;
  /** Width in units of the axis; the height is the average per unit. */
  readonly wide?: number;
  readonly parts: readonly BarPart[];
  /** The count is above zero but withheld. */
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
 * Bars in theme colours. The SVG stretches; its labels are HTML text, so they keep the page's text
 * size. A pointer, a touch and the arrow keys show the exact values of a bar.
 */
export function BarChart({ label, unit, columns, marks }: BarChartProps) {
  const top = topOf(Math.max(...columns.map((column) => sumOf(column) / wideOf(column))));
  const places = columns.map((_, at) =>
    columns.slice(0, at).reduce((sum, column) => sum + wideOf(column), 0),
  );
  const width = columns.reduce((sum, column) => sum + wideOf(column), 0);
  const [shown, setShown] = useState<number>();
  const handlePointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width: room } = currentTarget.getBoundingClientRect();
    const place = ((clientX - left) / room) * width;
    setShown(
      Math.max(
        0,
        places.findLastIndex((from) => from <= place),
      ),
    );
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
        // Lifting a finger fires this too; the values stay visible until the focus moves.
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setShown(undefined)}
        onFocus={() => setShown(shown ?? columns.length - 1)}
        onBlur={() => setShown(undefined)}
        onKeyDown={handleKey}
      >
        {[0, HEIGHT / 2, HEIGHT].map((y) => (
          <path key={y} d={`M0 ${y}H${width}`} vectorEffect="non-scaling-stroke" />
        ))}
        {column && shown !== undefined ? (
          <rect
            className="bar-shown"
            x={places[shown] ?? 0}
            width={wideOf(column)}
            height={HEIGHT}
          />
        ) : null}
        {columns.map((one, at) => (
          <Bar key={one.key} column={one} x={places[at] ?? 0} top={top} />
        ))}
      </svg>
      <div className="bar-chart-marks tabular-numbers" aria-hidden="true">
        {marks.map((mark, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the labels are static
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
