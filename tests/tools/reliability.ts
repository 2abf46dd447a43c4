import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { expect } from 'playwright/test';
import { ensureBuilt } from '#server/cli/build.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { LISTENING_FAULTS, type ListeningFault } from '#tests/support/listening-faults.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { type Figure, fillFigures, RELIABILITY_DOC } from './reliability-table.ts';

// Runs every fault once in Chromium and writes the table of docs/reliability.md. With parts of names it runs
// those and writes their rows.
const only = process.argv.slice(2);
await ensureBuilt(() => undefined);
const server = await startServerProcess();
const browser = await launchBrowser();
const failures: unknown[] = [];

const runs = LISTENING_FAULTS.filter(
  ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
);

async function perform(fault: ListeningFault, proxy: FaultProxy): Promise<void> {
  const { name, measures, atMost } = fault;
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  try {
    const value = await fault.run({ page: await context.newPage(), proxy, server });
    expect(proxy.struck(), 'the fault was never met').toBeGreaterThan(0);
    write([{ name, measures, value, atMost }].filter(show));
  } catch (cause) {
    process.stdout.write(`FAILED ${name}: ${cause}\n`);
    failures.push(cause);
  } finally {
    await context.close();
    await proxy.close();
  }
}

function show({ name, measures, value, atMost }: Figure): boolean {
  const isKept = value <= atMost;
  const verdict = isKept ? '' : 'TOO MUCH ';
  process.stdout.write(`${verdict}${value.toFixed(2)} s  ${measures}: ${name}
`);
  if (!isKept) failures.push(name);
  return isKept;
}

const ORDER = LISTENING_FAULTS.map(({ name }) => name);
/** At once: a run that is broken off keeps what it has measured. */
function write(figures: readonly Figure[]) {
  writeFileSync(
    RELIABILITY_DOC,
    fillFigures(readFileSync(RELIABILITY_DOC, 'utf8'), figures, ORDER),
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
for (const run of runs.filter(({ isLong }) => isLong)) {
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
