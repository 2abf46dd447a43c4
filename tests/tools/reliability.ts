import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { ensureBuilt } from '#server/cli/build.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import type { Trial } from '#tests/support/listening-trial.ts';
import { ROW_NAMES, TRIALS } from '#tests/support/reliability-trials.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Figure, fillFigures, formatValue, RELIABILITY_DOC } from './reliability-table.ts';

// Runs every fault once in Chromium and writes the table of docs/reliability.md. With parts of names it runs
// those and writes their rows.
const only = process.argv.slice(2);
await ensureBuilt(() => undefined);
const server = await startServerProcess();
const browser = await launchBrowser();
const failures: unknown[] = [];

const runs = TRIALS.filter(
  ({ rows }) =>
    only.length === 0 || rows.some(({ name }) => only.some((part) => name.includes(part))),
);

async function perform({ rows, run }: Trial, proxy: FaultProxy): Promise<void> {
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  try {
    const values = await run({ page: await context.newPage(), proxy, server });
    expect(proxy.struck(), 'the fault was never met').toBeGreaterThan(0);
    write(rows.map((row, at) => ({ ...row, value: values[at] ?? Number.NaN })).filter(show));
  } catch (cause) {
    process.stdout.write(`FAILED ${rows[0]?.name}: ${cause}\n`);
    failures.push(cause);
  } finally {
    await context.close();
    await proxy.close();
  }
}

function show({ name, measures, unit, value, atMost }: Figure): boolean {
  const isKept = value <= atMost;
  const verdict = isKept ? '' : 'TOO MUCH ';
  process.stdout.write(`${verdict}${formatValue(value, unit)}  ${measures}: ${name}
`);
  if (!isKept) failures.push(name);
  return isKept;
}

/** At once: a run that is broken off keeps what it has measured. */
function write(figures: readonly Figure[]) {
  writeFileSync(
    RELIABILITY_DOC,
    fillFigures(readFileSync(RELIABILITY_DOC, 'utf8'), figures, ROW_NAMES),
  );
}

/** The next one may begin: this one waits for its outage to pass. */
async function hasStruck(proxy: FaultProxy, run: Promise<unknown>): Promise<void> {
  let isOver = false;
  void run.then(() => {
    isOver = true;
  });
  while (!isOver && proxy.struck() === 0) await setTimeout(200);
}

const underWay: Promise<void>[] = [];
// The longest stands last in the table.
for (const run of runs.filter(({ isLong }) => isLong).toReversed()) {
  const proxy = await startFaultProxy(server.url);
  const performed = perform(run, proxy);
  underWay.push(performed);
  await hasStruck(proxy, performed);
}
await Promise.all(underWay);
for (const run of runs.filter(({ isLong }) => !isLong)) {
  await perform(run, await startFaultProxy(server.url));
}
await browser.close();
await server.stop();
if (failures.length > 0) process.exitCode = 1;
