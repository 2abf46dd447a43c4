import { copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { adminTokenSchema } from '#contract/calls/auth.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { DEFAULT_ANON_KEY } from '#contract/constants/pages/public-config.ts';
import { type RunningProcess, startProcess } from './child-process.ts';

const root = resolve(import.meta.dirname, '../../..');
const ENTRY = resolve(root, 'out/main/server.js');

export const ADMIN_PASSWORD = 'still waters run deep';

export interface ServerProcess extends RunningProcess {
  readonly dataDir: string;
  /** Stops it (SIGKILL simulates a power cut) and restarts it on the same port and data. */
  restart(signal?: NodeJS.Signals): Promise<void>;
}

interface ServerProcessOptions {
  /** Overrides the defaults below; `docs/settings.md` lists the settings. */
  env?: Record<string, string>;
  /** An existing data folder, instead of a copy of the seeded library. */
  dataDir?: string;
}

const launch = (env: Record<string, string>) =>
  startProcess(process.execPath, [ENTRY], {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    HOST: '127.0.0.1',
    PORT: '0',
    ADMIN_PASSWORD,
    LOG_LEVEL: 'warn',
    ...env,
  });

/** The built server in a separate process, on a free port, with its own copy of a seeded library. */
export async function startServerProcess(
  options: ServerProcessOptions = {},
): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await copySeededData());
  const env = { DATA_DIR: dataDir, ...options.env };
  let current = await launch(env);
  const { url } = current;
  return {
    url,
    dataDir,
    get pid() {
      return current.pid;
    },
    output: () => current.output(),
    stop: (signal) => current.stop(signal),
    [Symbol.asyncDispose]: () => current.stop(),
    async restart(signal) {
      await current.stop(signal);
      current = await launch({ ...env, PORT: new URL(url).port });
    },
  };
}

const JSON_HEADERS = { 'Content-Type': 'application/json', apikey: DEFAULT_ANON_KEY };

export async function fetchAdminToken(server: Pick<ServerProcess, 'url'>): Promise<string> {
  const answer = await fetch(`${server.url}${API_PATHS.auth}/admin/login`, {
    method: 'POST',
    headers: JSON_HEADERS,
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  });
  if (!answer.ok) throw new Error(`the admin password was refused: ${await answer.text()}`);
  return adminTokenSchema.parse(await answer.json()).access_token;
}

/** `fetch` with the admin's token, which may write every table. */
export async function signInAsAdmin(server: Pick<ServerProcess, 'url'>) {
  const token = await fetchAdminToken(server);
  return (
    path: string,
    init: RequestInit & { headers?: Record<string, string> } = {},
  ): Promise<Response> =>
    fetch(server.url + path, {
      ...init,
      headers: { ...JSON_HEADERS, ...init.headers, Authorization: `Bearer ${token}` },
    });
}

const folders: string[] = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A data folder as after the first start. The environment passes it to the workers of a test run. */
export async function ensureSeededData(): Promise<string> {
  const seeded = process.env['SEEDED_DATA'];
  if (seeded) return seeded;
  const dataDir = mkdtempSync(join(tmpdir(), 'seeded-'));
  folders.push(dataDir);
  const server = await startServerProcess({ dataDir });
  await server.stop();
  process.env['SEEDED_DATA'] = dataDir;
  return dataDir;
}

/** A new data folder with the seeded library, removed when this process exits. */
export async function copySeededData(): Promise<string> {
  const from = await ensureSeededData();
  const to = mkdtempSync(join(tmpdir(), 'cradlesong-'));
  folders.push(to);
  copyTree(from, to);
  return to;
}

/** Recordings are never changed in place, so they can be hard links; the database cannot. */
function copyTree(from: string, to: string) {
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, relative(from, source));
    mkdirSync(dirname(target), { recursive: true });
    if (relative(from, source).startsWith('storage')) linkSync(source, target);
    else copyFileSync(source, target);
  }
}
