import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseS3Location, type S3Location } from '../files/s3-location.ts';
import { SETTINGS, type SettingName, type Settings } from './settings.ts';
import { readOrCreateSecret } from './stored-secret.ts';

type Derived = 'SITE_URL' | 'JWT_SECRET' | 'AUTH_AUTOCONFIRM' | 'RENDERER_DIR';

/** Every setting, named as in the environment; settings with a computed default are always set. */
export type Config = Omit<Settings, Derived | 'STORAGE_URL'> & {
  readonly [Name in Derived]: NonNullable<Settings[Name]>;
} & {
  /** Absolute folder of stored files; with `STORAGE_S3` only of uploads in progress. */
  readonly STORAGE_DIR: string;
  readonly STORAGE_S3: S3Location | undefined;
  /** Names of the settings that the environment sets. */
  readonly FROM_ENVIRONMENT: ReadonlySet<SettingName>;
};

/** File of the embedded database in `DATA_DIR`. */
export const DATABASE_FILE = 'cradlesong.sqlite';

/** After stdin, stdout and stderr. */
const FIRST_INHERITED_FD = 3;

type Environment = Readonly<Record<string, string | undefined>>;

/** Invalid settings, which only the operator can fix. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'One setting is' : `${problems.length} settings are`} not valid:\n${problems
        .map((problem) => `  ${problem}`)
        .join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Parses all settings, reports all problems together, and generates a missing secret. */
export function parseConfig(environment: Environment = process.env): Config {
  const config = readConfig(environment);
  return { ...config, JWT_SECRET: config.JWT_SECRET ?? readJwtSecret(config.DATA_DIR) };
}

/** Like `parseConfig` without generating a secret, which may be missing. */
export function readConfig(
  environment: Environment = process.env,
): Omit<Config, 'JWT_SECRET'> & Pick<Settings, 'JWT_SECRET'> {
  const settings = parseSettings(environment);
  const dataDir = resolve(settings.DATA_DIR);
  return {
    ...settings,
    DATA_DIR: dataDir,
    ...storageOf(settings.STORAGE_URL, dataDir),
    RENDERER_DIR: resolve(settings.RENDERER_DIR ?? join(programRoot(), 'out/renderer')),
    SITE_URL: settings.SITE_URL ?? localUrl(settings.PORT),
    AUTH_AUTOCONFIRM: settings.AUTH_AUTOCONFIRM ?? settings.SMTP_URL === undefined,
    FROM_ENVIRONMENT: settingsInEnvironment(environment),
  };
}

function storageOf(
  url: string | undefined,
  dataDir: string,
): Pick<Config, 'STORAGE_DIR' | 'STORAGE_S3'> {
  if (url?.startsWith('file:')) return { STORAGE_DIR: fileURLToPath(url), STORAGE_S3: undefined };
  const location = url === undefined ? undefined : parseS3Location(url);
  // The setting's schema has already rejected invalid addresses.
  if (typeof location === 'string') throw new ConfigError([`STORAGE_URL: ${location}`]);
  return { STORAGE_DIR: join(dataDir, 'storage'), STORAGE_S3: location };
}

/**
 * The listening socket as an inherited file descriptor (systemd socket activation, sd_listen_fds(3)). It
 * survives a restart, so that connections queue for the next process. Workers use their primary's.
 */
export function inheritedSocket(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  const isOurs = [process.pid, cluster.isWorker ? process.ppid : undefined].includes(
    Number(LISTEN_PID),
  );
  return isOurs && LISTEN_FDS === '1' ? FIRST_INHERITED_FD : undefined;
}

/** Location of the installation. Creates nothing. */
export function installationOf(): {
  dataDir: string;
  /** Undefined with PostgreSQL. */
  databaseFile: string | undefined;
} {
  const { DATA_DIR, DATABASE_URL } = parseSettings(process.env);
  const dataDir = resolve(DATA_DIR);
  return { dataDir, databaseFile: DATABASE_URL ? undefined : join(dataDir, DATABASE_FILE) };
}

/** Whether npm started this process through a shell, which forwards no signals. */
export function isStartedByNpm(): boolean {
  return process.env['npm_lifecycle_event'] !== undefined;
}

/** Environment of a child process. */
export function childEnvironment(extra: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]);
  return { ...Object.fromEntries(own), ...extra };
}

/** The anon key of our own pages; `ANON_KEY` may list more accepted keys. */
export function firstAnonKey({ ANON_KEY }: Pick<Config, 'ANON_KEY'>): string {
  return ANON_KEY.split(',', 1)[0] ?? ANON_KEY;
}

/** Default site address; also used when port 0 was resolved. */
export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

function settingsInEnvironment(environment: Environment): ReadonlySet<SettingName> {
  // Object.keys loses the key type; SETTINGS has no other keys.
  const names = Object.keys(SETTINGS) as SettingName[];
  return new Set(names.filter((name) => environment[name]?.trim()));
}

function parseSettings(environment: Environment): Settings {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries(SETTINGS)) {
    // Object.entries loses the key type; SETTINGS has no other keys.
    const name = key as SettingName;
    const given = environment[name]?.trim() || setting.default;
    const result = setting.schema.safeParse(given);
    if (result.success) values[name] = result.data;
    else problems.push(describeProblem(name, given, result.error.issues));
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return values as Settings;
}

export const SECRET_NAMES = /SECRET|PASSWORD|TOKEN|_URL$/;

function describeProblem(name: SettingName, given: string, issues: readonly Issue[]): string {
  const shown = SECRET_NAMES.test(name) ? 'the given value' : `"${given}"`;
  const [reason] = issues.flatMap(readIssue);
  return `${name}: ${shown} ${reason ?? 'is not valid'}. ${SETTINGS[name].doc}`;
}

interface Issue {
  readonly code?: string | undefined;
  readonly message: string;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly Issue[])[];
}

function readIssue(issue: Issue): string[] {
  // An optional setting is a union with the empty string; the useful issue is in the other branch.
  if (issue.errors) return issue.errors.flat().flatMap(readIssue).slice(-1);
  if (issue.values) return [`must be one of ${issue.values.join(', ')}`];
  return [issue.message];
}

function readJwtSecret(dataDir: string): string {
  try {
    return readOrCreateSecret(dataDir, 'jwt-secret');
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC') {
      throw new ConfigError([
        `DATA_DIR: the disk of "${dataDir}" is full. Make room and start again.`,
      ]);
    }
    throw new ConfigError([
      `DATA_DIR: "${dataDir}" cannot be written (${cause instanceof Error ? cause.message : cause}). Choose a folder this user may write to, or change its owner.`,
    ]);
  }
}

/** The nearest parent folder with package.json; works for sources and bundle. */
function programRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}

/** The reason why no pages can be served; undefined if they can. In development another server has them. */
export function findMissingPages({
  RENDERER_DIR,
  DEV_MODE,
}: Pick<Config, 'RENDERER_DIR' | 'DEV_MODE'>): string | undefined {
  if (DEV_MODE || existsSync(join(RENDERER_DIR, 'index.html'))) return undefined;
  return `RENDERER_DIR: there are no built pages in "${RENDERER_DIR}", so browsers will see none. Run npm run build, or name the folder that has them.`;
}
