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

test('the rows of a table are read, its head is not', () => {
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

test('only a passed test covers a row', () => {
  const report = createReport(rows, [outcome('[R1] opens'), outcome('[L5] turns', 'failed')]);
  expect(report.rows.map(({ provenBy }) => provenBy.length)).toEqual([1, 0]);
});

test('a row that does not exist is reported', () => {
  expect(createReport(rows, [outcome('[Z9] nothing')]).unknown).toEqual([
    'a.test.ts > [Z9] nothing',
  ]);
});
