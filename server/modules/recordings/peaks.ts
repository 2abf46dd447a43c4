/** As many as a narrow panel has room for. */
const COUNT = 200;
const LINE = /Peak_level=(-?[\d.]+|-?inf|nan)$/;

/** Takes what ffmpeg prints of each moment, in pieces as they come, and answers the outline of all. */
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
    read: () => toOutline(levels),
  };
}

const amplitudeOf = (decibels: number) => (Number.isFinite(decibels) ? 10 ** (decibels / 20) : 0);

/** The loudest of each stretch, of 100; fewer than `COUNT` for a recording of a few seconds. */
export function toOutline(levels: readonly number[]): number[] {
  const count = Math.min(COUNT, levels.length);
  const stretches = Array.from({ length: count }, (_, index) => {
    const from = Math.floor((index * levels.length) / count);
    const to = Math.floor(((index + 1) * levels.length) / count);
    return levels.slice(from, to).reduce((most, level) => Math.max(most, level), 0);
  });
  const loudest = stretches.reduce((most, level) => Math.max(most, level), 0);
  return stretches.map((level) => (loudest === 0 ? 0 : Math.round((level / loudest) * 100)));
}
