import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { startProcess } from '#tests/support/servers/child-process.ts';
import { hasS3Server, S3_KEYS, startS3Server } from '#tests/support/servers/s3-server.ts';
import { startServerProcess } from '#tests/support/servers/server-process.ts';
import { interleave, type Measurement, median } from './measure.ts';
import { connectTo } from './store-client.ts';

/** Range request for a file in an S3-compatible store, if one is available: our server against a bare proxy. */
export async function compareWithStore(
  { path, file }: { path: string; file: string },
  range: (url: string) => () => Promise<number>,
  rounds: number,
): Promise<Measurement[]> {
  if (!hasS3Server) return [];
  const store = await startS3Server();
  const location = store.newLocation();
  const { client, bucket, folder } = connectTo(location);
  const key = `${folder}${path.slice(API_PATHS.publicObject.length)}`;
  await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: readFileSync(file) }));
  const proxy = await startProcess(process.execPath, [
    resolve(import.meta.dirname, 'store-proxy.process.ts'),
    location,
    key,
  ]);
  const server = await startServerProcess({ env: { ...S3_KEYS, STORAGE_URL: location } });
  try {
    const { bare, ours } = await interleave(rounds, {
      bare: range(proxy.url),
      ours: range(`${server.url}${path}`),
    });
    return [
      { name: '256 KiB range: bare proxy to a store', value: median(bare), unit: 'req/s' },
      {
        name: '256 KiB range: ours from that store, to the bare proxy',
        value: median(ours) / median(bare),
        unit: '×',
        budget: { atLeast: 0.5 },
      },
    ];
  } finally {
    await Promise.all([proxy.stop(), server.stop()]);
    await store.stop();
  }
}
