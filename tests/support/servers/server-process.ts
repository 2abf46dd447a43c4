import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
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

/** Files that determine the seeded data; a change makes the cached copy stale. */
function seedKey(): string {
  const files = globSync(['db/**/*', 'server/prepare-data.ts'], { cwd: root }).sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const { mtimeMs, size } = statSync(resolve(root, file));
    hash.update(`${file}:${mtimeMs}:${size}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}

/** A data folder as after the first start; cached until the seed changes. */
export async function ensureSeededData(): Promise<string> {
  const cachedDir = resolve(root, 'test-results/seeded', seedKey());
  if (existsSync(cachedDir)) return cachedDir;
  rmSync(dirname(cachedDir), { recursive: true, force: true });
  mkdirSync(dirname(cachedDir), { recursive: true });
  const unfinished = mkdtempSync(`${cachedDir}-`);
  const server = await startServerProcess({ dataDir: unfinished });
  await server.stop();
  renameSync(unfinished, cachedDir);
  return cachedDir;
}

const copies: string[] = [];
process.once('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});

/** A new data folder with the seeded library, removed when this process exits. */
export async function copySeededData(): Promise<string> {
  const from = await ensureSeededData();
  const to = mkdtempSync(join(tmpdir(), 'cradlesong-'));
  copies.push(to);
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
    if (relative(from, source).startsWith('storage')) shareFile(source, target);
    else copyFileSync(source, target);
  }
}

function shareFile(source: string, target: string) {
  try {
    linkSync(source, target);
  } catch {
    // The temporary folder is on another disk.
    copyFileSync(source, target);
  }
}
