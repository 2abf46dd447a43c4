type Budget = { atLeast: number } | { atMost: number };

/** Each row is printed as soon as it is measured, so that a later failure does not lose it. */
export type Measurements = AsyncGenerator<Measurement, void, undefined>;

/** One line of the report. A missing budget means the value is shown for comparison only. */
export interface Measurement {
  name: string;
  value: number;
  unit: '×' | 'req/s' | 'ms' | 'KiB' | 'MB' | 'points' | 'lost';
  budget?: Budget | undefined;
}

export const row = (
  name: string,
  value: number,
  unit: Measurement['unit'],
  budget?: Budget,
): Measurement => ({ name, value, unit, budget });

export const median = (values: number[]): number => percentile(values, 0.5);

export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function isWithinBudget({ value, budget }: Measurement): boolean {
  if (!budget) return true;
  return 'atLeast' in budget ? value >= budget.atLeast : value <= budget.atMost;
}

/** Measures the variants in turn, round after round, so that other load on the machine affects all of them equally. */
export async function interleave<Name extends string, Result>(
  rounds: number,
  variants: Record<Name, () => Promise<Result>>,
): Promise<Record<Name, Result[]>> {
  const results: Partial<Record<Name, Result[]>> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const name in variants) {
      results[name] ??= [];
      results[name].push(await variants[name]());
    }
  }
  // Every variant has a list after the first round.
  return results as Record<Name, Result[]>;
}
