type Budget = { atLeast: number } | { atMost: number };

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
  // Object.keys loses the type; the keys are those of `variants`.
  const names = Object.keys(variants) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<
    Name,
    Result[]
  >;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await variants[name]());
  }
  return results;
}
