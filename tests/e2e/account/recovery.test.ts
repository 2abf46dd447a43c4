import type { Page } from 'playwright';
import { expect } from 'playwright/test';
import { beforeAll, test } from 'vitest';
import { expectErrors, openPage, startServer } from '#tests/support/browsers/e2e.ts';
import { type ServerProcess, signInAsAdmin } from '#tests/support/servers/server-process.ts';

let server: ServerProcess;
let page: Page;
beforeAll(async () => {
  server = await startServer();
  page = await openPage(server.url);
  // While the server is down or starting, the browser logs every failed connection.
  expectErrors(page, /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE_CHUNKED|status of 503/);
  await page.goto('/home');
});

async function rename(title: string) {
  const admin = await signInAsAdmin(server);
  const answer = await admin('/rest/v1/audio_content?id=eq.1', {
    method: 'PATCH',
    body: JSON.stringify({ title }),
  });
  expect(answer.status).toBe(204);
}

test('[M12][W3] a page that was open while the server died receives missed changes', async () => {
  await server.restart('SIGKILL');
  await rename('Vespers by the Sea');
  await expect(page.getByText('Vespers by the Sea').first()).toBeVisible({ timeout: 20_000 });
});
