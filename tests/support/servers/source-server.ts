import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { prepareEmptyLibrary } from '../databases/empty-library.ts';
import { type RunningProcess, startProcess } from './child-process.ts';
import { ADMIN_PASSWORD } from './server-process.ts';

export const SERVER_ENTRY = resolve(import.meta.dirname, '../../../server/index.ts');

/** An environment with only these settings, a free port and an admin password. */
export const environmentOf = (settings: Record<string, string | undefined>) => ({
  PATH: process.env['PATH'],
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'warn',
  ADMIN_PASSWORD,
  ...settings,
});

/** The server from source in its own process, which another command may wrap; killed after the test. */
export async function startFromSource(
  settings: Record<string, string | undefined>,
  wrap: readonly string[] = [],
): Promise<RunningProcess> {
  const [command = '', ...args] = [...wrap, process.execPath, SERVER_ENTRY];
  const server = await startProcess(command, args, environmentOf(settings));
  onTestFinished(() => server.stop('SIGKILL'));
  return server;
}

/** A data folder with an empty library. */
export async function createDataDir(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'cradlesong-data-'));
  await prepareEmptyLibrary(folder);
  return folder;
}
