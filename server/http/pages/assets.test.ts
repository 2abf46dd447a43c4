import { once } from 'node:events';
import { mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, expect, test } from 'vitest';
import { listen } from '#tests/support/servers/ports.ts';
import { createAssets } from './assets.ts';

const folder = mkdtempSync(join(tmpdir(), 'assets-'));
writeFileSync(join(folder, 'index.html'), '');
writeFileSync(join(folder, 'large.js'), Buffer.alloc(8_000_000, ' '));
writeFileSync(join(folder, 'replaced.js'), 'export {};');
const server = createServer(express().use(createAssets(folder)));
const port = await listen(server);
afterAll(() => void server.close());

function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
}

test.runIf(process.platform === 'linux')('an aborted download leaves no file open', async () => {
  const isOpen = () => openFiles().includes(join(folder, 'large.js'));
  const request = get({ port, path: '/large.js' });
  const [answer] = await once(request, 'response');
  await once(answer, 'data');
  expect(isOpen()).toBe(true);
  request.on('error', () => {});
  request.destroy();
  await expect.poll(isOpen).toBe(false);
});

test('a request for a file that a new build removed fails, and the server keeps running', async () => {
  rmSync(join(folder, 'replaced.js'));
  await expect(fetch(`http://127.0.0.1:${port}/replaced.js`)).rejects.toThrow('fetch failed');
  expect((await fetch(`http://127.0.0.1:${port}/large.js`, { method: 'HEAD' })).status).toBe(200);
});
