import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readResults } from '#tests/support/results-reporter.ts';
import { createReport, parseRows } from './spec-rows.ts';

// Lists which row of docs/spec-rows.md a passing test covers, from the last test run. `--strict` fails if a row has
// none; `--missing` lists only rows without a test.
const rowsFile = resolve(import.meta.dirname, '../../docs/spec-rows.md');
const report = createReport(parseRows(readFileSync(rowsFile, 'utf8')), readResults());
const missing = report.rows.filter(({ provenBy }) => provenBy.length === 0);
const shown = process.argv.includes('--missing') ? missing : report.rows;

for (const { id, text, provenBy } of shown) {
  console.log(`${provenBy.length > 0 ? '✓' : '✗'} ${id}  ${text}`);
  for (const test of provenBy) console.log(`      ${test}`);
}
for (const test of report.unknown) console.log(`? names no row of docs/spec-rows.md: ${test}`);
console.log(`\n${report.rows.length - missing.length} of ${report.rows.length} rows proven`);

const isIncomplete = process.argv.includes('--strict') && missing.length > 0;
process.exitCode = isIncomplete || report.unknown.length > 0 || report.rows.length === 0 ? 1 : 0;
