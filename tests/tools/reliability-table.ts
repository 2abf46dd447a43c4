import { resolve } from 'node:path';

/** One measurement of `npm run reliability`. */
export interface Figure {
  readonly name: string;
  readonly measures: string;
  readonly unit: string;
  readonly value: number;
  readonly atMost: number;
}

export const RELIABILITY_DOC = resolve(import.meta.dirname, '../../docs/reliability.md');

/** The tables of the document, by the command that measures each. */
export type Measuring = 'reliability' | 'reliability:server';

const beginOf = (by: Measuring) => `<!-- measured by npm run ${by} -->`;
const END = '<!-- end of what is measured -->';

const HEAD = ['| fault | what is measured | measured | at most |', '|---|---|---|---|'];
const ROW = /^\| ([^|]+) \| [^|]+ \| ([\d.]+) [^|]+ \| ([\d.]+) [^|]+ \|$/;

/** The document with these measurements in the place of older ones, in the order of these names. */
export function fillFigures(
  text: string,
  figures: readonly Figure[],
  order: readonly string[],
  by: Measuring = 'reliability',
): string {
  const begin = beginOf(by);
  const [before = '', rest = ''] = text.split(begin);
  const end = rest.indexOf(END);
  const [table, after] = [rest.slice(0, end), rest.slice(end + END.length)];
  const old = table.split('\n').flatMap((line) => {
    const name = ROW.exec(line)?.[1];
    return name === undefined ? [] : [{ name, line }];
  });
  const fresh = figures.map(({ name, measures, unit, value, atMost }) => ({
    name,
    line: `| ${name} | ${measures} | ${formatValue(value, unit)} | ${atMost} ${unit} |`,
  }));
  const rows = order.flatMap((wanted) => {
    const ofThisRun = fresh.filter(({ name }) => name === wanted);
    return ofThisRun.length > 0 ? ofThisRun : old.filter(({ name }) => name === wanted);
  });
  const lines = [...HEAD, ...rows.map(({ line }) => line)];
  return `${before}${begin}\n${lines.join('\n')}\n${END}${after}`;
}

/** What is measured has two decimals, what is counted has none. */
export function formatValue(value: number, unit: string): string {
  return `${unit === 's' || unit === '%' ? value.toFixed(2) : value} ${unit}`;
}

interface Row {
  readonly name: string;
  readonly value: number;
  readonly atMost: number;
}

export function readFigures(text: string, by: Measuring = 'reliability'): Row[] {
  const table = text.split(beginOf(by))[1]?.split(END)[0] ?? '';
  return table.split('\n').flatMap((line) => {
    const [, name = '', value, atMost] = ROW.exec(line) ?? [];
    return name === '' ? [] : [{ name, value: Number(value), atMost: Number(atMost) }];
  });
}
