import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LISTENING_FAULTS } from '#tests/support/listening-faults.ts';
import { RELIABILITY_DOC, readFigures } from '#tests/tools/reliability-table.ts';

// The faults themselves are measured by `npm run reliability`, on a machine that does nothing else.
test('the document shows every fault, with a figure that keeps to its bound', () => {
  const rows = readFigures(readFileSync(RELIABILITY_DOC, 'utf8'));
  expect(rows.map(({ name }) => name)).toEqual(LISTENING_FAULTS.map(({ name }) => name));
  for (const { name, value, atMost } of rows) expect(value, name).toBeLessThanOrEqual(atMost);
});
