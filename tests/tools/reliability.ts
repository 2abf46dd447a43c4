import { readFileSync, writeFileSync } from 'node:fs';
import { launchBrowser } from '#tests/support/browser.ts';
import { startFaultProxy } from '#tests/support/fault-proxy.ts';
import { LISTENING_FAULTS } from '#tests/support/listening-faults.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { fillFigures, type Measured, RELIABILITY_DOC } from './reliability-table.ts';

// Runs every fault once in Chromium and writes the table of docs/reliability.md.
const server = await startServerProcess();
const browser = await launchBrowser();
const measured: Measured[] = [];
for (const fault of LISTENING_FAULTS) {
  const proxy = await startFaultProxy(server.url);
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  const seconds = await fault.run({ page: await context.newPage(), proxy });
  process.stdout.write(`${seconds.toFixed(2)} s  ${fault.name}\n`);
  measured.push({ ...fault, seconds });
  await context.close();
  await proxy.close();
}
await browser.close();
await server.stop();
writeFileSync(RELIABILITY_DOC, fillFigures(readFileSync(RELIABILITY_DOC, 'utf8'), measured));
