import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import express from 'express';
import { expect, test, vi } from 'vitest';
import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';

const compressions = vi.hoisted(() => ({ running: 0, most: 0, qualities: new Set<unknown>() }));

vi.mock('node:zlib', async (importOriginal) => {
  const zlib = await importOriginal<typeof import('node:zlib')>();
  const brotli = promisify(zlib.brotliCompress);
  return {
    ...zlib,
    brotliCompress(
      text: Buffer,
      options: import('node:zlib').BrotliOptions,
      done: (error: Error | null, made: Buffer) => void,
    ) {
      compressions.running += 1;
      compressions.most = Math.max(compressions.most, compressions.running);
      compressions.qualities.add(options.params?.[zlib.constants.BROTLI_PARAM_QUALITY]);
      brotli(text, options).then((made) => {
        compressions.running -= 1;
        done(null, made);
      });
    },
  };
});

// Other test files of this worker may have loaded pages.ts with the real zlib.
vi.resetModules();
const { createPages } = await import('./pages.ts');

test('player pages are compressed one at a time and lightly, because the same threads read recordings', async () => {
  const config = {
    anonKey: 'key',
    siteUrl: 'https://site.example',
    magicLink: true,
    premiumGate: false,
    passwordLength: 8,
    brand: DEFAULT_BRAND,
  };
  const folder = mkdtempSync(join(tmpdir(), 'pages-'));
  writeFileSync(join(folder, 'index.html'), '<head></head>'.repeat(5_000));
  const app = express().use(
    createPages({
      folder,
      readConfig: async () => config,
      renderPage: async (_route, path) => ({
        content: path,
        queries: null,
        modules: [],
        name: path,
      }),
    }),
  );
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = Object(server.address());
  const headers = { accept: 'text/html', 'accept-encoding': 'br' };
  const open = (id: number) => fetch(`http://127.0.0.1:${port}/player/${id}`, { headers });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, id) => open(id + 1)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(answers.map((answer) => answer.headers.get('content-encoding'))).toContain('br');
  expect(compressions.most).toBe(1);
  expect([...compressions.qualities]).toEqual([5]);
  server.close();
  rmSync(folder, { recursive: true });
});
