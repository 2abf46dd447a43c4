import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LISTENING_FAULTS } from '#tests/support/listening-faults.ts';
import { RELIABILITY_DOC, readFigures } from '#tests/tools/reliability-table.ts';

// The faults themselves are measured by `npm run reliability`, on a machine that does nothing else.
test('the document shows every fault, with a figure that keeps to its bound', () => {
  const figures = readFigures(readFileSync(RELIABILITY_DOC, 'utf8'));
  expect([...figures.keys()]).toEqual(LISTENING_FAULTS.map(({ name }) => name));
  for (const { name, atMost } of LISTENING_FAULTS) {
    expect(figures.get(name), name).toBeLessThanOrEqual(atMost);
  }
});
