import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { hasNginx, startNginx } from '#tests/support/servers/nginx.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { findTrack } from './library-track.ts';
import { load } from './load.ts';
import { type Bench, interleave, type Measurement, median } from './measure.ts';

const ROUNDS = 4;
const SECONDS = 2;
const RANGE = 'bytes=131072-393215';

/** URL and file path of the longest shipped recording. */
async function findRecording(server: string, dataDir: string) {
  const { audio_url } = await findTrack(server, 'duration.desc');
  const path = new URL(audio_url, server).pathname;
  const file = join(dataDir, 'storage', path.slice(API_PATHS.publicObject.length));
  if (statSync(file).size < 400_000) throw new Error(`${file} is too short for ${RANGE}`);
  return { path, file };
}

const range = (url: string) => async () => {
  const { requestsPerSecond } = await load({ url, seconds: SECONDS, headers: { Range: RANGE } });
  return requestsPerSecond;
};

async function compareWithNginx(
  dataDir: string,
  path: string,
  ours: string,
): Promise<Measurement[]> {
  const gated = await startServerProcess({ dataDir, env: { ACCEL_REDIRECT: '/_files/' } });
  const direct = await startNginx(gated.url, dataDir, { isOpen: true });
  const through = await startNginx(gated.url, dataDir);
  try {
    const rates = await interleave(ROUNDS, {
      ours: range(`${ours}${path}`),
      direct: range(`${direct.url}${path}`),
      accel: range(`${through.url}${path}`),
    });
    const nginx = median(rates.direct);
    return [
      {
        name: '256 KiB range: nginx from disk, without a check',
        value: nginx,
        unit: 'req/s',
      },
      { name: '256 KiB range: ours, to nginx', value: median(rates.ours) / nginx, unit: '×' },
      {
        name: '256 KiB range: X-Accel-Redirect, shipped configuration, to nginx',
        value: median(rates.accel) / nginx,
        unit: '×',
        budget: { atLeast: 0.7 },
      },
    ];
  } finally {
    await Promise.all([direct.stop(), through.stop(), gated.stop()]);
  }
}

export const audioRangeBench: Bench = {
  name: 'audio-range',
  async run() {
    const server = await startServerProcess();
    const { path, file } = await findRecording(server.url, server.dataDir);
    const baseline = await startProcess(process.execPath, [
      resolve(import.meta.dirname, 'baseline.process.ts'),
      join(server.dataDir, 'cradlesong.sqlite'),
      file,
    ]);
    try {
      const { bare, ours } = await interleave(ROUNDS, {
        bare: range(`${baseline.url}/file`),
        ours: range(`${server.url}${path}`),
      });
      const withNginx = (await hasNginx())
        ? await compareWithNginx(server.dataDir, path, server.url)
        : [];
      return [
        { name: '256 KiB range: bare node:http', value: median(bare), unit: 'req/s' },
        {
          name: '256 KiB range: ours, to bare node:http',
          value: median(ours) / median(bare),
          unit: '×',
          budget: { atLeast: 0.55 },
        },
        ...withNginx,
      ];
    } finally {
      await server.stop();
      await baseline.stop();
    }
  },
};
