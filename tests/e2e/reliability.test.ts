import { readFileSync } from 'node:fs';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { expectErrors, openPage, startServer } from '#tests/support/e2e.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { ROW_NAMES, TRIALS } from '#tests/support/reliability-trials.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { RELIABILITY_DOC, readFigures } from '#tests/tools/reliability-table.ts';

let server: ServerProcess;
let proxy: FaultProxy;
beforeAll(async () => {
  server = await startServer();
});
beforeEach(async () => {
  proxy = await startFaultProxy(server.url);
});
afterEach(() => proxy.close());

test('the document shows every fault, with a figure that keeps to its bound', () => {
  const rows = readFigures(readFileSync(RELIABILITY_DOC, 'utf8'));
  expect(rows.map(({ name }) => name)).toEqual(ROW_NAMES);
  for (const { name, value, atMost } of rows) expect(value, name).toBeLessThanOrEqual(atMost);
});

// All of them are measured by `npm run reliability`, on a machine that does nothing else. Here these go through
// what they check on their way, and no figure is judged.
test.each([
  'a track ends while the line is cut, the next one fetched ahead',
  'the bytes are noise from the middle on',
])('%s: she hears it go on', async (wanted) => {
  const trial = TRIALS.find(({ rows }) => rows.some(({ name }) => name === wanted));
  const page = await openPage(proxy.url, { viewport: { width: 390, height: 844 } });
  expectErrors(page, /ERR_/);
  const values = await trial?.run({ page, proxy, server });
  expect(proxy.struck()).toBeGreaterThan(0);
  expect(values?.every(Number.isFinite)).toBe(true);
});
