import type { TestOutcome } from '#tests/support/results-reporter.ts';

export interface SpecRow {
  id: string;
  text: string;
}

export interface SpecReport {
  rows: (SpecRow & { provenBy: string[] })[];
  /** Titles that name an unknown row. */
  unknown: string[];
}

export function parseRows(markdown: string): SpecRow[] {
  return [...markdown.matchAll(/^\| ([A-Z]\d{1,2}) \| (.+) \|$/gm)].map(
    ([, id = '', text = '']) => ({
      id,
      text,
    }),
  );
}

/** `[L5]`, `[L5][L6]` and `[L5, L6]` all name rows. */
export function rowIdsIn(title: string): string[] {
  return [...title.matchAll(/\[([A-Z]\d{1,2}(?:, ?[A-Z]\d{1,2})*)\]/g)].flatMap(([, ids = '']) =>
    ids.split(/, ?/),
  );
}

export function createReport(rows: SpecRow[], outcomes: TestOutcome[]): SpecReport {
  const known = new Set(rows.map(({ id }) => id));
  const green = outcomes.filter(({ state }) => state === 'passed');
  return {
    rows: rows.map((row) => ({
      ...row,
      provenBy: green
        .filter(({ title }) => rowIdsIn(title).includes(row.id))
        .map(({ file, title }) => `${file} > ${title}`),
    })),
    unknown: outcomes
      .filter(({ title }) => rowIdsIn(title).some((id) => !known.has(id)))
      .map(({ file, title }) => `${file} > ${title}`),
  };
}
