import { type ChangeEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { formatProgress } from '#renderer/lib/format.ts';
import './seek-slider.css';

interface SeekSliderProps {
  position: number;
  duration: number;
  onSeek: (position: number) => void;
  disabled?: boolean;
  /** Uses the colour of an illustration's sun. */
  onGround?: boolean;
}

const STEP_SECONDS: Partial<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

/**
 * Uses the native range input, for keyboards and screen readers. The input is uncontrolled, so that it follows the
 * finger without a render.
 */
export function SeekSlider(props: SeekSliderProps) {
  const { position, duration, onSeek, disabled = false, onGround = false } = props;
  const handleKey = (event: KeyboardEvent) => {
    const step = STEP_SECONDS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(Math.min(Math.max(position + step, 0), duration));
  };
  const range = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (range.current) range.current.value = String(position);
  });
  const handleChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onSeek(target.valueAsNumber);
    target.parentElement?.style.setProperty(
      '--at',
      `${toPercent(target.valueAsNumber, duration)}%`,
    );
  };
  const style = { '--at': `${toPercent(position, duration)}%` };
  return (
    <div className={`slider${onGround ? ' on-ground' : ''}`} style={style}>
      <input
        ref={range}
        type="range"
        min={0}
        max={duration}
        step="any"
        defaultValue={position}
        disabled={disabled}
        aria-label="Position"
        aria-valuetext={formatProgress(position, duration)}
        onChange={handleChange}
        onKeyDown={handleKey}
      />
    </div>
  );
}

export function toPercent(position: number, duration: number): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
}
