import { statSync } from 'node:fs';
import { join } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { hasNginx, startNginx } from '#tests/support/servers/nginx.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { findTrack, startBaseline } from './bench-library.ts';
import { load } from './load.ts';
import { interleave, type Measurements, median, row } from './measure.ts';

const ROUNDS = 4;
const RANGE = 'bytes=131072-393215';

const range = (url: string) => async () =>
  (await load({ url, seconds: 2, headers: { Range: RANGE } })).requestsPerSecond;

/** A range of the longest shipped recording, compared with bare node:http and with nginx. */
export async function* audioRange(): Measurements {
  await using server = await startServerProcess();
  const { audio_url } = await findTrack(server.url, 'duration.desc');
  const path = new URL(audio_url, server.url).pathname;
  const file = join(server.dataDir, 'storage', path.slice(API_PATHS.publicObject.length));
  if (statSync(file).size < 400_000) throw new Error(`${file} is too short for ${RANGE}`);
  await using baseline = await startBaseline(server.dataDir, file);
  const ours = range(`${server.url}${path}`);
  const toBare = await interleave(ROUNDS, { bare: range(`${baseline.url}/file`), ours });
  const bare = median(toBare.bare);
  yield row('256 KiB range: bare node:http', bare, 'req/s');
  yield row('256 KiB range: ours, to bare node:http', median(toBare.ours) / bare, '×', {
    atLeast: 0.55,
  });
  if (!(await hasNginx())) return;
  await using gated = await startServerProcess({ env: { ACCEL_REDIRECT: '/_files/' } });
  await using direct = await startNginx(gated.url, gated.dataDir, { isOpen: true });
  await using through = await startNginx(gated.url, gated.dataDir);
  const toNginx = await interleave(ROUNDS, {
    ours,
    direct: range(`${direct.url}${path}`),
    accel: range(`${through.url}${path}`),
  });
  const nginx = median(toNginx.direct);
  yield row('256 KiB range: nginx from disk, without a check', nginx, 'req/s');
  yield row('256 KiB range: ours, to nginx', median(toNginx.ours) / nginx, '×');
  const accel = '256 KiB range: X-Accel-Redirect, shipped configuration, to nginx';
  yield row(accel, median(toNginx.accel) / nginx, '×', { atLeast: 0.7 });
}
