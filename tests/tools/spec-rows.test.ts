import { expect, test } from 'vitest';
import { createReport, parseRows, rowIdsIn } from './spec-rows.ts';

const rows = parseRows(
  '| id | what holds |\n|---|---|\n| R1 | routes open |\n| L5 | testimonials |\n',
);
const outcome = (title: string, state: 'passed' | 'failed' = 'passed') => ({
  file: 'a.test.ts',
  title,
  state,
});

test('the rows of a table are read, but not its head', () => {
  expect(rows).toEqual([
    { id: 'R1', text: 'routes open' },
    { id: 'L5', text: 'testimonials' },
  ]);
});

test('a title may name one row or several', () => {
  expect(rowIdsIn('home > [L5] turns')).toEqual(['L5']);
  expect(rowIdsIn('[L5][R1] turns')).toEqual(['L5', 'R1']);
  expect(rowIdsIn('[L5, R1] turns, not [sic]')).toEqual(['L5', 'R1']);
});

test('only a passed test covers a row, and an unknown row is reported', () => {
  const outcomes = [outcome('[R1] opens'), outcome('[L5] turns', 'failed'), outcome('[Z9] is not')];
  const report = createReport(rows, outcomes);
  expect(report.rows.map(({ provenBy }) => provenBy.length)).toEqual([1, 0]);
  expect(report.unknown).toEqual(['a.test.ts > [Z9] is not']);
});
