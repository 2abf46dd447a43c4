import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { ROUTES } from '#contract/constants/pages/routes.ts';
import { SHELL_WORKER_PATH } from '#contract/constants/pages/shell.ts';
import { createProxy, serverOrigin } from '#renderer/build/development-proxy.ts';
import { createApp } from '#server/app.ts';
import { createTestServer } from '#tests/support/servers/create-test-server.ts';
import { addressOfRoute, listRoutes } from '#tests/support/servers/list-routes.ts';

const PAGE = '<!doctype html><title>a hot page</title>';
/**
 * Search engines and phones do not visit a development server, and a service worker would cache the page being edited.
 */
const NOT_IN_DEVELOPMENT = [
  '/robots.txt',
  '/sitemap.xml',
  '/manifest.webmanifest',
  SHELL_WORKER_PATH,
];

describe('in development', () => {
  const root = mkdtempSync(join(tmpdir(), 'cradlesong-proxy-'));
  const behind = createServer((req, res) => res.end(`the server, asked for ${req.url}`));
  let pages: Awaited<ReturnType<typeof createVite>>;
  let read: (path: string) => Promise<string>;

  beforeAll(async () => {
    writeFileSync(join(root, 'index.html'), PAGE);
    await once(behind.listen(0, '127.0.0.1'), 'listening');
    // A listening server has an address with a port.
    const { port } = behind.address() as AddressInfo;
    pages = await createVite({
      configFile: false,
      root,
      logLevel: 'silent',
      server: { host: '127.0.0.1', port: 0, proxy: createProxy(serverOrigin({ PORT: `${port}` })) },
    });
    await pages.listen();
    const [hot] = pages.resolvedUrls?.local ?? [];
    read = async (path) => {
      const answer = await fetch(new URL(path, hot), {
        headers: { Accept: 'text/html,*/*' },
      });
      return answer.text();
    };
  });
  afterAll(async () => {
    await pages.close();
    behind.close();
    rmSync(root, { recursive: true });
  });

  test('every route of the server is proxied to it, with its query string', async () => {
    const server = await createTestServer();
    const paths = listRoutes(createApp(server.deps).routes)
      .map(({ path }) => addressOfRoute(path))
      .filter((path) => !NOT_IN_DEVELOPMENT.includes(path))
      .concat(API_PATHS.devMailbox, `${API_PATHS.devMailbox}/a.eml`);
    expect(paths).toContain('/account-data');
    expect(paths).toContain('/subscription-codes/redeem');
    for (const path of paths) {
      expect(await read(`${path}?a=b`)).toBe(`the server, asked for ${path}?a=b`);
    }
  });

  test.each(ROUTES.map(({ path }) => path.replace(/:\w+/, 'one')))('%s is a page', async (path) => {
    expect(await read(path)).toContain('a hot page');
  });
});

test('PORT sets the server to which the pages send requests', () => {
  expect(serverOrigin({})).toBe('http://127.0.0.1:4310');
  expect(serverOrigin({ PORT: '8080' })).toBe('http://127.0.0.1:8080');
});
