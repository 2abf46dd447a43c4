import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { findMissingPages } from './core/check-pages.ts';
import { ConfigError, describeMistypedSettings, readConfig, SECRET_NAMES } from './core/config.ts';
import { SETTINGS, type SettingName } from './core/settings.ts';

/**
 * What a start with these settings would use and what is wrong with them, for the person at the terminal.
 * Reads the environment and looks at folders; makes nothing and connects to nothing.
 * Answers the exit code: 0 when it would start, 1 when not.
 */
export function checkConfig(say: (line: string) => void): 0 | 1 {
  for (const warning of describeMistypedSettings()) say(`Note: ${warning}`);
  try {
    const config = readConfig();
    for (const key of Object.keys(SETTINGS)) {
      // Object.keys forgets the keys' type; SETTINGS has no other keys.
      const name = key as SettingName;
      const origin = config.GIVEN.has(name) ? '' : '  (not set)';
      say(`${name}=${shown(name, Object(config)[name])}${origin}`);
    }
    const missing = findMissingPages(config);
    if (missing) say(`Note: ${missing}`);
    const unwritable = [config.DATA_DIR, config.STORAGE_DIR].filter((it) => !canBeWritten(it));
    if (unwritable.length > 0) {
      throw new ConfigError(
        [...new Set(unwritable)].map(
          (folder) =>
            `DATA_DIR or STORAGE_URL: "${folder}" cannot be written. Choose a folder this user may write to, or change its owner.`,
        ),
      );
    }
    say('The settings are right.');
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    return 1;
  }
}

const HIDDEN = '***';

function shown(name: SettingName, value: unknown): string {
  if (value === undefined || value === '') return DEFAULT_WORDS[name] ?? 'none';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  if (URL.canParse(text) && name.endsWith('_URL')) return withoutPassword(new URL(text));
  // What is a number or a switch says something about passwords, and is none.
  if (typeof value === 'string' && SECRET_NAMES.test(name)) return HIDDEN;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  return text;
}

/** Where it leads is worth seeing; a question part may hold a password as well. */
function withoutPassword({ protocol, username, password, host, pathname, search }: URL): string {
  const who = username || password ? `${username}${password && `:${HIDDEN}`}@` : '';
  return `${protocol}//${who}${host}${pathname === '/' ? '' : pathname}${search && `?${HIDDEN}`}`;
}

const DEFAULT_WORDS: Partial<Record<SettingName, string>> = Object.fromEntries(
  Object.entries(SETTINGS).flatMap(([name, setting]) =>
    'defaultDoc' in setting ? [[name, setting.defaultDoc.replaceAll('`', '')]] : [],
  ),
);

/** Or it can be made: the nearest folder above that is there decides. */
function canBeWritten(folder: string): boolean {
  if (!existsSync(folder) && dirname(folder) !== folder) return canBeWritten(dirname(folder));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
