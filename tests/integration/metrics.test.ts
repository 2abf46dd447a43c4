import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestRaw } from '#tests/support/servers/http-client.ts';
import { type ServerProcess, startServerProcess } from '#tests/support/servers/server-process.ts';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ env: { WEB_CONCURRENCY: '2' } });
});
afterAll(() => server.stop());

/** A new connection each, so that the workers alternate. */
const ask = async (path: string) => (await requestRaw(server.url, path)).body.toString();

async function metric(key: string): Promise<number> {
  const lines = (await ask('/metrics')).split('\n');
  const line = lines.find((it) => it.startsWith(`${key} `));
  return Number(line?.slice(key.length) ?? Number.NaN);
}

const workerPids = () =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
    .map(Number);

const TRACKS = 'http_request_duration_seconds_count{method="GET",route="/rest/v1/:table"}';
const PLAYER = 'http_request_duration_seconds_count{method="GET",route="/player/:trackId"}';

test('either of two workers reports the metrics of both', async () => {
  for (let at = 1; at <= 6; at += 1) {
    await ask(`/rest/v1/audio_content?select=id&id=eq.${at}`);
    await ask(`/player/${at}`);
  }
  const answers = await Promise.all(Array.from({ length: 6 }, () => metric(TRACKS)));
  expect(answers).toEqual([6, 6, 6, 6, 6, 6]);
  expect(await metric(PLAYER)).toBe(6);
  expect(await metric('server_processes')).toBe(2);
  expect(await metric('server_processes_wanted')).toBe(2);
});

test('a route is labelled by its pattern, for every address', async () => {
  await ask('/no/such/place');
  await ask('/auth/v1/hand-over/codes/none');
  await ask('/storage/v1/object/public/audio/none.mp3');
  const text = await ask('/metrics');
  const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route]) => route));
  expect(routes).toContain('/storage/v1/object/public/:bucket/*path');
  expect(routes).toContain('other');
  expect([...routes].filter((route) => /none|place|\d{3}/.test(route ?? ''))).toEqual([]);
});

test('a dead worker is replaced, and the metrics are those of the running workers', async () => {
  const [first, second] = workerPids();
  process.kill(first ?? 0, 'SIGKILL');
  await expect.poll(() => workerPids().filter((pid) => pid !== first).length).toBe(2);
  await expect.poll(() => metric('server_processes')).toBe(2);
  expect(workerPids()).toContain(second);
  await ask('/player/9');
  expect(await metric(PLAYER)).toBeGreaterThan(0);
});
