import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stopChild } from './child-process.ts';
import { freePort } from './free-port.ts';
import { waitUntilListening } from './ports.ts';

/** The server's credentials, under the variable names that the SDK reads. */
export const S3_KEYS = {
  AWS_ACCESS_KEY_ID: 'cradlesong-test',
  AWS_SECRET_ACCESS_KEY: 'only-for-tests-0123456789',
};

/** From PATH or from the folder of `go install`, which .ci/store uses. */
const PROGRAM = ['versitygw', join(homedir(), 'go/bin/versitygw')].find(
  (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
);

export const hasS3Server = PROGRAM !== undefined;

export interface S3Server {
  readonly url: string;
  /** `STORAGE_URL` of a new, empty prefix; `endpoint` if a proxy is in front of the server. */
  newLocation(endpoint?: string): string;
  stop(): Promise<void>;
}

const BUCKET = 'cradlesong';

/** A real S3-compatible server, versitygw, in its own folder. */
export async function startS3Server(): Promise<S3Server> {
  if (!PROGRAM) throw new Error('versitygw is not installed; run .ci/store');
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-s3-'));
  for (const name of [`files/${BUCKET}`, 'notes'])
    mkdirSync(join(folder, name), { recursive: true });
  const port = await freePort();
  // A sidecar folder for metadata, because not every temporary folder supports extended attributes.
  const backend = ['posix', '--sidecar', join(folder, 'notes'), join(folder, 'files')];
  const server = spawn(PROGRAM, ['--quiet', '--port', `127.0.0.1:${port}`, ...backend], {
    stdio: 'ignore',
    env: {
      PATH: process.env['PATH'],
      ROOT_ACCESS_KEY: S3_KEYS.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: S3_KEYS.AWS_SECRET_ACCESS_KEY,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await waitUntilListening(port, 'versitygw');
  let locations = 0;
  return {
    url,
    newLocation(endpoint = url) {
      locations += 1;
      return `s3://${BUCKET}/location-${locations}?endpoint=${encodeURIComponent(endpoint)}`;
    },
    stop: () => stopChild(server),
  };
}
