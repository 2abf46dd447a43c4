import cluster from 'node:cluster';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOrMakeSecret } from './kept-secret.ts';
import { findNearNames } from './near-names.ts';
import { parseS3Location, type S3Location } from './s3-location.ts';
import { SETTINGS, type SettingName, type Settings } from './settings.ts';

type Derived = 'SITE_URL' | 'JWT_SECRET' | 'AUTH_AUTOCONFIRM' | 'RENDERER_DIR';

/** Every setting with its value, named as in the environment; what has a computed default is always there. */
export type Config = Omit<Settings, Derived | 'STORAGE_URL'> & {
  readonly [Name in Derived]: NonNullable<Settings[Name]>;
} & {
  /** Folder of the stored files, absolute; with `STORAGE_S3` only of what is on its way there. */
  readonly STORAGE_DIR: string;
  readonly STORAGE_S3: S3Location | undefined;
  /** What was set in the environment, as against what has its default. */
  readonly GIVEN: ReadonlySet<SettingName>;
};

/** The embedded database, in `DATA_DIR`. */
export const DATABASE_FILE = 'cradlesong.sqlite';

/** After stdin, stdout and stderr. */
const FIRST_INHERITED_FD = 3;

type Environment = Readonly<Record<string, string | undefined>>;

/** The settings are wrong in a way that only the person who starts the program can mend. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `${problems.length === 1 ? 'One setting is' : `${problems.length} settings are`} not right:\n${problems
        .map((problem) => `  ${problem}`)
        .join('\n')}`,
    );
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

/** Reads every setting once, reports all problems together, and makes the secret when there is none. */
export function parseConfig(environment: Environment): Config {
  const config = readConfig(environment);
  return { ...config, JWT_SECRET: config.JWT_SECRET ?? readJwtSecret(config.DATA_DIR) };
}

/** The same, and makes nothing: the secret may not be there. */
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
    GIVEN: givenSettings(environment),
  };
}

function storageOf(
  url: string | undefined,
  dataDir: string,
): Pick<Config, 'STORAGE_DIR' | 'STORAGE_S3'> {
  if (url?.startsWith('file:')) return { STORAGE_DIR: fileURLToPath(url), STORAGE_S3: undefined };
  const location = url === undefined ? undefined : parseS3Location(url);
  // The setting's schema has refused every address of which it says what is wrong.
  if (typeof location === 'string') throw new ConfigError([`STORAGE_URL: ${location}`]);
  return { STORAGE_DIR: join(dataDir, 'storage'), STORAGE_S3: location };
}

/** The only reader of the process' environment. */
export function loadConfig(): Config {
  return parseConfig(process.env);
}

/**
 * The listening socket that whoever started this process opened for it, as a file descriptor: the
 * convention of systemd's socket activation (sd_listen_fds(3)). It outlives a restart, so that
 * visitors wait in it for the next process. A worker's is its primary's.
 */
export function inheritedSocket(): number | undefined {
  const { LISTEN_PID, LISTEN_FDS } = process.env;
  const isOurs = [process.pid, cluster.isWorker ? process.ppid : undefined].includes(
    Number(LISTEN_PID),
  );
  return isOurs && LISTEN_FDS === '1' ? FIRST_INHERITED_FD : undefined;
}

/** Where the installation is that these settings speak of. Reads and makes nothing. */
export function installationOf(environment: Environment = process.env): {
  dataDir: string;
  /** Undefined with a PostgreSQL. */
  databaseFile: string | undefined;
} {
  const { DATA_DIR, DATABASE_URL } = parseSettings(environment);
  const dataDir = resolve(DATA_DIR);
  return { dataDir, databaseFile: DATABASE_URL ? undefined : join(dataDir, DATABASE_FILE) };
}

/** Names in the environment that are no setting of ours and were probably meant to be one, as sentences. */
export function describeMistypedSettings(environment: Environment = process.env): string[] {
  return findNearNames(Object.keys(environment), Object.keys(SETTINGS)).map(
    ({ given, meant }) => `${given} is no setting and changes nothing. Did you mean ${meant}?`,
  );
}

/** Whether npm started this process, through a shell that passes no signal on. */
export function isStartedByNpm(environment: Environment = process.env): boolean {
  return environment['npm_lifecycle_event'] !== undefined;
}

/** The environment for a process this one starts. */
export function childEnvironment(extra: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => !!entry[1]);
  return { ...Object.fromEntries(own), ...extra };
}

/** The site's address when none was set, also once port 0 has become a real one. */
export function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

function givenSettings(environment: Environment): ReadonlySet<SettingName> {
  // Object.keys forgets the keys' type; SETTINGS has no other keys.
  const names = Object.keys(SETTINGS) as SettingName[];
  return new Set(names.filter((name) => environment[name]?.trim()));
}

function parseSettings(environment: Environment): Settings {
  const values: Partial<Record<SettingName, unknown>> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries(SETTINGS)) {
    // Object.entries forgets the key's type; SETTINGS has no other keys.
    const name = key as SettingName;
    const given = environment[name]?.trim() || setting.default;
    const result = setting.schema.safeParse(given);
    if (result.success) values[name] = result.data;
    else problems.push(describeProblem(name, given, result.error.issues));
  }
  if (values.DATABASE_REPLICA_URL !== undefined && values.DATABASE_URL === undefined) {
    problems.push(
      `DATABASE_REPLICA_URL: the given value is of no use without DATABASE_URL. ${SETTINGS.DATABASE_REPLICA_URL.doc}`,
    );
  }
  if (problems.length > 0) throw new ConfigError(problems);
  // Every key of SETTINGS was either filled from its own schema or reported above.
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
  // An optional setting is a union with "empty"; the reason is in the branch that is not.
  if (issue.errors) return issue.errors.flat().flatMap(readIssue).slice(-1);
  if (issue.values) return [`must be one of ${issue.values.join(', ')}`];
  return [issue.message];
}

function readJwtSecret(dataDir: string): string {
  try {
    return readOrMakeSecret(dataDir, 'jwt-secret');
  } catch (cause) {
    throw new ConfigError([
      `DATA_DIR: "${dataDir}" cannot be written (${cause instanceof Error ? cause.message : cause}). Choose a folder this user may write to, or change its owner.`,
    ]);
  }
}

/** The folder with package.json above this file, the same from the sources and from the bundle. */
function programRoot(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json')) && dirname(folder) !== folder) {
    folder = dirname(folder);
  }
  return folder;
}
