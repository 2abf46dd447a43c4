import { statSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { hasNginx, startNginx } from '#tests/support/servers/nginx.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { findTrack, startBaseline } from './bench-library.ts';
import { load } from './load.ts';
import { interleave, type Measurement, median, row } from './measure.ts';

const ROUNDS = 4;
const RANGE = 'bytes=131072-393215';

const range = (url: string) => async () =>
  (await load({ url, seconds: 2, headers: { Range: RANGE } })).requestsPerSecond;

async function compareWithNginx(
  dataDir: string,
  path: string,
  ours: string,
): Promise<Measurement[]> {
  await using gated = await startServerProcess({ dataDir, env: { ACCEL_REDIRECT: '/_files/' } });
  await using direct = await startNginx(gated.url, dataDir, { isOpen: true });
  await using through = await startNginx(gated.url, dataDir);
  const rates = await interleave(ROUNDS, {
    ours: range(`${ours}${path}`),
    direct: range(`${direct.url}${path}`),
    accel: range(`${through.url}${path}`),
  });
  const nginx = median(rates.direct);
  const accel = '256 KiB range: X-Accel-Redirect, shipped configuration, to nginx';
  return [
    row('256 KiB range: nginx from disk, without a check', nginx, 'req/s'),
    row('256 KiB range: ours, to nginx', median(rates.ours) / nginx, '×'),
    row(accel, median(rates.accel) / nginx, '×', { atLeast: 0.7 }),
  ];
}

/** A range of the longest shipped recording, compared with bare node:http and with nginx. */
export async function audioRange(): Promise<Measurement[]> {
  await using server = await startServerProcess();
  const { audio_url } = await findTrack(server.url, 'duration.desc');
  const path = new URL(audio_url, server.url).pathname;
  const file = join(server.dataDir, 'storage', path.slice(API_PATHS.publicObject.length));
  if (statSync(file).size < 400_000) throw new Error(`${file} is too short for ${RANGE}`);
  await using baseline = await startBaseline(server.dataDir, file);
  const { bare, ours } = await interleave(ROUNDS, {
    bare: range(`${baseline.url}/file`),
    ours: range(`${server.url}${path}`),
  });
  const ratio = median(ours) / median(bare);
  return [
    row('256 KiB range: bare node:http', median(bare), 'req/s'),
    row('256 KiB range: ours, to bare node:http', ratio, '×', { atLeast: 0.55 }),
    ...((await hasNginx()) ? await compareWithNginx(server.dataDir, path, server.url) : []),
  ];
}
