import { fileURLToPath } from 'node:url';
import { ConfigError, findMissingPages, readConfig, SECRET_NAMES } from './core/config/config.ts';
import { SETTINGS, type SettingName } from './core/config/settings.ts';
import { canBeWritten } from './core/files/folders.ts';

/**
 * Prints the effective settings and their problems. Only reads the environment and folders: creates nothing,
 * opens no connections. Returns the exit code: 0 if the server would start, else 1.
 */
export function checkConfig(printLine: (line: string) => void): 0 | 1 {
  try {
    const config = readConfig();
    for (const key of Object.keys(SETTINGS)) {
      // Object.keys loses the key type; SETTINGS has no other keys.
      const name = key as SettingName;
      const origin = config.FROM_ENVIRONMENT.has(name) ? '' : '  (not set)';
      printLine(`${name}=${formatValue(name, Object(config)[name])}${origin}`);
    }
    const missing = findMissingPages(config);
    if (missing) printLine(`Note: ${missing}`);
    const folders = [
      ['DATA_DIR', config.DATA_DIR],
      ['STORAGE_URL', config.STORAGE_DIR],
      ['BACKUP_URL', folderOf(config.BACKUP_URL)],
    ] as const;
    const unwritable = folders.filter(([, folder]) => folder && !canBeWritten(folder));
    if (unwritable.length > 0) {
      throw new ConfigError(
        unwritable.map(
          ([name, folder]) =>
            `${name}: "${folder}" cannot be written. Choose a folder this user may write to, or change its owner. Under systemd it also needs ReadWritePaths=${folder} (docs/operating.md).`,
        ),
      );
    }
    printLine('The settings are valid.');
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    printLine(error.message);
    return 1;
  }
}

const folderOf = (url: string | undefined) =>
  url?.startsWith('file:') ? fileURLToPath(url) : undefined;

const HIDDEN = '***';

function formatValue(name: SettingName, value: unknown): string {
  if (value === undefined || value === '') return DEFAULT_TEXTS[name] ?? 'none';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  if (URL.canParse(text) && name.endsWith('_URL')) return withoutPassword(new URL(text));
  // Numbers and switches never hold a secret.
  if (typeof value === 'string' && SECRET_NAMES.test(name)) return HIDDEN;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return text;
}

/** Keeps the host visible; the query string may also hold a password. */
function withoutPassword({ protocol, username, password, host, pathname, search }: URL): string {
  const who = username || password ? `${username}${password && `:${HIDDEN}`}@` : '';
  return `${protocol}//${who}${host}${pathname === '/' ? '' : pathname}${search && `?${HIDDEN}`}`;
}

const DEFAULT_TEXTS: Partial<Record<SettingName, string>> = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([name, setting]) =>
    'defaultDoc' in setting ? [[name, setting.defaultDoc.replaceAll('`', '')]] : [],
  ),
);
