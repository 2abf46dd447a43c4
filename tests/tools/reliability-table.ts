import { resolve } from 'node:path';
import type { ListeningFault } from '#tests/support/listening-faults.ts';

export const RELIABILITY_DOC = resolve(import.meta.dirname, '../../docs/reliability.md');

const BEGIN = '<!-- measured by npm run reliability -->';
const END = '<!-- end of what is measured -->';

export interface Measured extends ListeningFault {
  readonly seconds: number;
}

/** The document with the table of these measurements. */
export function fillFigures(text: string, measured: readonly Measured[]): string {
  const rows = measured.map(
    ({ name, measures, seconds, atMost }) =>
      `| ${name} | ${measures} | ${seconds.toFixed(2)} s | ${atMost} s |`,
  );
  const table = ['| fault | what is measured | measured | at most |', '|---|---|---|---|', ...rows];
  const [before = ''] = text.split(BEGIN);
  const [, after = ''] = text.split(END);
  return `${before}${BEGIN}\n${table.join('\n')}\n${END}${after}`;
}

/** What the document says: fault → measured seconds. */
export function readFigures(text: string): Map<string, number> {
  const table = text.split(BEGIN)[1]?.split(END)[0] ?? '';
  const rows = [...table.matchAll(/^\| (.+?) \| silence.*? \| ([\d.]+) s \|/gm)];
  return new Map(rows.map(([, name = '', seconds]) => [name, Number(seconds)]));
}
