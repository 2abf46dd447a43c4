import { beforeAll, expect, test } from 'vitest';
import { startServer } from '#tests/support/e2e.ts';
import { inEachEngine } from '#tests/support/engines/in-each-engine.ts';
import { growPlaylist } from '#tests/support/large-library.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { homePage } from '../e2e/pages/home.page.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServer();
  await growPlaylist(server, 600);
});

inEachEngine('a library of six hundred', (openPage) => {
  test('[M1] is searched as a whole', async () => {
    const page = await openPage(server.url);
    const home = homePage(page);
    await home.open();
    await home.search.fill('reading 599');
    await expect.poll(() => home.titles.allTextContents()).toEqual(['Psalm reading 599']);
  });
});
