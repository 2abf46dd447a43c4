import { LABOUR_HOUR } from './labour-hour.ts';
import { LISTENING_FAULTS } from './listening-faults.ts';
import { nightOf } from './listening-night.ts';
import type { Trial } from './listening-trial.ts';

/** All that `npm run reliability` measures, in the order of its table. */
export const TRIALS: readonly Trial[] = [
  ...LISTENING_FAULTS.map((fault) => ({
    rows: [{ ...fault, unit: 's' }],
    isLong: fault.isLong,
    run: async (stage: Parameters<Trial['run']>[0]) => [await fault.run(stage)],
  })),
  nightOf(8),
  LABOUR_HOUR,
];

export const ROW_NAMES = TRIALS.flatMap(({ rows }) => rows.map(({ name }) => name));
