import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { countDeaths, DEATH_ROWS, UNLIMITED } from '#tests/support/server-deaths.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { RELIABILITY_DOC, readFigures } from '#tests/tools/reliability-table.ts';

// Two hundred on each engine are in `npm run reliability:server`.
test('[W3] a server that is killed three times has kept what it answered, whole, and every event comes once', async () => {
  const server = await startServerProcess({ env: UNLIMITED });
  const { acknowledged, ...amiss } = await countDeaths(server, 3);
  await server.stop('SIGKILL');
  expect(acknowledged).toBeGreaterThan(20);
  expect(amiss).toEqual({ lost: 0, half: 0, eventsAmiss: 0 });
});

test('the document shows both engines, with nothing lost', () => {
  const rows = readFigures(readFileSync(RELIABILITY_DOC, 'utf8'), 'reliability:server');
  expect(rows.map(({ name }) => name)).toEqual(DEATH_ROWS);
  expect(rows.map(({ value }) => value)).toEqual(rows.map(() => 0));
});
