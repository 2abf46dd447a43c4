/** Sections of the waveform, which fit a narrow panel. */
const MAX_SECTIONS = 200;
const LINE = /Peak_level=(-?[\d.]+|-?inf|nan)$/;

/** Reads ffmpeg's output in chunks and returns the waveform. */
export function createPeakReader() {
  const levels: number[] = [];
  let rest = '';
  return {
    take(text: string): void {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const level = LINE.exec(line)?.[1];
        if (level !== undefined) levels.push(amplitudeOf(Number(level)));
      }
    },
    read: () => toWaveform(levels),
  };
}

const amplitudeOf = (decibels: number) => (Number.isFinite(decibels) ? 10 ** (decibels / 20) : 0);

/** Peak of each section, 0 to 100; fewer than `MAX_SECTIONS` for a very short recording. */
export function toWaveform(levels: readonly number[]): number[] {
  const count = Math.min(MAX_SECTIONS, levels.length);
  const sections = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count);
    const to = Math.floor(((index + 1) * levels.length) / count);
    return levels.slice(from, to).reduce((most, level) => Math.max(most, level), 0);
  });
  const loudest = sections.reduce((most, level) => Math.max(most, level), 0);
  return sections.map((level) => (loudest === 0 ? 0 : Math.round((level / loudest) * 100)));
}
