import { ensureBuilt } from '#server/cli/build.ts';
import { launchBrowser } from '#tests/support/browsers/browser.ts';
import { LISTENING_FAULTS } from '#tests/support/listening/listening-faults.ts';
import { NIGHT } from '#tests/support/listening/listening-night.ts';
import { startFaultProxy } from '#tests/support/servers/fault-proxy.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';

// Measures the faults of docs/reliability.md in Chromium. Arguments select faults by parts of their names.
const only = process.argv.slice(2);
await ensureBuilt(console.log);
const server = await startServerProcess();
const browser = await launchBrowser();
const chosen = [...LISTENING_FAULTS, NIGHT].filter(
  ({ name }) => only.length === 0 || only.some((part) => name.includes(part)),
);
for (const { name, measures, unit = 's', atMost, run } of chosen) {
  const proxy = await startFaultProxy(server.url);
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
  });
  try {
    const value = await run({ page: await context.newPage(), proxy, server });
    if (proxy.struck() === 0) throw new Error('the fault affected no recording');
    if (value > atMost) process.exitCode = 1;
    console.log(`| ${name} | ${measures} | ${value.toFixed(2)} ${unit} | ${atMost} ${unit} |`);
  } catch (cause) {
    process.exitCode = 1;
    console.log(`FAILED ${name}: ${cause}`);
  } finally {
    await context.close();
    await proxy.close();
  }
}
await browser.close();
await server.stop();
