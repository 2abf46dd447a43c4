import type { KeyboardEvent } from 'react';
import { formatClock } from '#renderer/lib/format.ts';

interface SeekSliderProps {
  position: number;
  duration: number;
  onSeek: (position: number) => void;
  disabled?: boolean;
  /** On a ground the slider has the colour of the light. */
  onGround?: boolean;
}

const STEPS: Partial<Record<string, number>> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
  PageDown: -30,
  PageUp: 30,
};

/** The browser's own range, so it is what every keyboard and screen reader knows. */
export function SeekSlider(props: SeekSliderProps) {
  const { position, duration, onSeek, disabled = false, onGround = false } = props;
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    onSeek(Math.min(Math.max(position + step, 0), duration));
  };
  const style = { '--at': `${toPercent(position, duration)}%` };
  return (
    <div className={`slider${onGround ? ' on-ground' : ''}`} style={style}>
      <input
        type="range"
        min={0}
        max={duration}
        step="any"
        value={position}
        disabled={disabled}
        aria-label="Position"
        aria-valuetext={`${formatClock(position)} of ${formatClock(duration)}`}
        onChange={(event) => onSeek(event.target.valueAsNumber)}
        onKeyDown={handleKey}
      />
    </div>
  );
}

export function toPercent(position: number, duration: number): number {
  return duration > 0 ? Math.min(100, (position / duration) * 100) : 0;
}
