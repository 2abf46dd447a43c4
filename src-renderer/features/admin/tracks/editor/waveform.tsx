interface WaveformProps {
  /** 0 to 100, from beginning to end. */
  peaks: readonly number[];
  /** 0 to 1, the played share. */
  share: number;
  onSeek: (share: number) => void;
}

const HEIGHT = 40;
const MIN_HEIGHT = 2;

/** Seeks by pointer; the slider below it does the same by keyboard. */
export function Waveform({ peaks, share, onSeek }: WaveformProps) {
  return (
    <svg
      className="admin-wave"
      viewBox={`0 0 ${peaks.length * 2} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerDown={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect();
        onSeek((clientX - left) / width);
      }}
    >
      {peaks.map((peak, index) => {
        const x = index * 2;
        const height = Math.max(MIN_HEIGHT, (peak / 100) * HEIGHT);
        return (
          <rect
            key={x}
            className={index / peaks.length < share ? 'heard' : undefined}
            x={x}
            y={(HEIGHT - height) / 2}
            width={1.4}
            height={height}
          />
        );
      })}
    </svg>
  );
}
