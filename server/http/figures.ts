/** What one name of `/metrics` says, as a process counted it or as several did together. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** How the figures of several processes become one. */
  readonly joined: 'sum' | 'min' | 'max';
  /** Name with labels as Prometheus writes them, and the value. */
  readonly samples: readonly (readonly [key: string, value: number])[];
}

/** Calculates with the upper bounds of Prometheus' own clients; recordings last as long as the line lets them. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface Counter {
  add(labels: string): void;
  read(): Family;
}

export function createCounter(name: string, help: string): Counter {
  const values = new Map<string, number>();
  return {
    add: (labels) => void values.set(labels, (values.get(labels) ?? 0) + 1),
    read: () => ({
      ...{ name, help, type: 'counter', joined: 'sum' },
      samples: [...values].map(([labels, value]) => [`${name}{${labels}}`, value]),
    }),
  };
}

export interface Histogram {
  observe(labels: string, seconds: number): void;
  read(): Family;
}

export function createHistogram(name: string, help: string): Histogram {
  const values = new Map<string, { counts: number[]; sum: number }>();
  return {
    observe(labels, seconds) {
      const value = values.get(labels) ?? { counts: [...BOUNDS, 0].map(() => 0), sum: 0 };
      values.set(labels, value);
      const found = BOUNDS.findIndex((bound) => seconds <= bound);
      const at = found === -1 ? BOUNDS.length : found;
      value.counts[at] = (value.counts[at] ?? 0) + 1;
      value.sum += seconds;
    },
    read: () => ({
      ...{ name, help, type: 'histogram', joined: 'sum' },
      samples: [...values].flatMap(([labels, value]) => samplesOf(name, labels, value)),
    }),
  };
}

function samplesOf(
  name: string,
  labels: string,
  { counts, sum }: { counts: readonly number[]; sum: number },
): [string, number][] {
  let upTo = 0;
  const buckets = counts.map((count, at): [string, number] => {
    upTo += count;
    return [`${name}_bucket{${labels},le="${BOUNDS[at] ?? '+Inf'}"}`, upTo];
  });
  return [...buckets, [`${name}_sum{${labels}}`, sum], [`${name}_count{${labels}}`, upTo]];
}

/** The figures of several processes as those of one. */
export function joinFamilies(sets: readonly (readonly Family[])[]): Family[] {
  const joined = new Map<string, Family>();
  for (const family of sets.flat()) {
    const known = joined.get(family.name);
    joined.set(family.name, known ? joinTwo(known, family) : family);
  }
  return [...joined.values()];
}

function joinTwo(one: Family, two: Family): Family {
  const join = { sum: (a: number, b: number) => a + b, min: Math.min, max: Math.max }[one.joined];
  const samples = new Map(one.samples);
  for (const [key, value] of two.samples) {
    const known = samples.get(key);
    samples.set(key, known === undefined ? value : join(known, value));
  }
  return { ...one, samples: [...samples] };
}

/** What only ever grows: it stays true of a process that has ended or does not answer. */
export function onlyGrowing(families: readonly Family[]): Family[] {
  return families.filter(({ type }) => type !== 'gauge');
}

/** Prometheus' text format. */
export function renderFamilies(families: readonly Family[]): string {
  return families
    .flatMap(({ name, help, type, samples }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...samples.map(([key, value]) => `${key} ${value}`),
      '',
    ])
    .filter((line) => line !== '')
    .concat('')
    .join('\n');
}
