import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectErrors, openPage, serverOfFile } from '#tests/support/browsers/e2e.ts';
import { LISTENING_FAULTS } from '#tests/support/listening/listening-faults.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/servers/fault-proxy.ts';

let proxy: FaultProxy;
const server = serverOfFile();
beforeEach(async () => {
  proxy = await startFaultProxy(server.url);
});
afterEach(() => proxy.close());

// `node tests/tools/reliability.ts` measures all faults on an idle machine. This test ignores
// the measured values and runs only the assertions inside the faults.
test.each([
  'a track ends while the connection is cut, the next one fetched ahead',
  'the bytes are noise from the middle on',
])('%s: playback continues', async (faultName) => {
  const fault = LISTENING_FAULTS.find(({ name }) => name === faultName);
  const page = await openPage(proxy.url, { viewport: { width: 390, height: 844 } });
  expectErrors(page, /ERR_/);
  expect(await fault?.run({ page, proxy, server })).toBeLessThan(Number.POSITIVE_INFINITY);
  expect(proxy.struck()).toBeGreaterThan(0);
});
