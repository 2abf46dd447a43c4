import type { ChildProcess } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import {
  type Config,
  installationOf,
  parseConfig,
  readConfig,
} from '#server/core/config/config.ts';

interface CommandShape {
  readonly name: string;
  readonly about: string;
  /** The single positional argument, as shown by `--help`. */
  readonly argument?: string;
  /** Options; one with a `value` takes an argument: `--files=<folder>`. */
  readonly options?: Readonly<Record<string, { readonly about: string; readonly value?: string }>>;
  /** May create a new installation; other commands refuse. */
  readonly mayBegin?: boolean;
  /** Does not create JWT_SECRET, because the command signs nothing. */
  readonly makesNoSecret?: boolean;
}

export interface CommandContext {
  readonly config: Config;
  readonly argument: string | undefined;
  has(option: string): boolean;
  valueFor(option: string): string | undefined;
}

/**
 * Runs an operator command. `--help` prints the usage; an unknown option exits with 2 and no stack trace.
 * When run as root, switches to the owner of the data, so that the server can still write its files. Then prints
 * which installation it acts on.
 */
export async function runCommand(
  shape: CommandShape,
  execute: (given: CommandContext) => Promise<void>,
): Promise<void> {
  const given = parseOptions(shape);
  // Same umask as the systemd unit: nginx reads the storage through the group.
  process.umask(0o027);
  try {
    const place = installationOf();
    if (!shape.mayBegin && place.databaseFile && !existsSync(place.databaseFile)) {
      throw new Error(
        `There is no installation in ${place.dataDir}. Set DATA_DIR to the folder of your installation, or set DATABASE_URL.`,
      );
    }
    switchToOwnerOf(place.dataDir);
    const database = place.databaseFile ?? 'PostgreSQL (DATABASE_URL)';
    printLine(`Acting on ${database}, data in ${place.dataDir}, as ${userName()}.`);
    const config = shape.makesNoSecret ? { ...readConfig(), JWT_SECRET: '' } : parseConfig();
    await execute({ ...given, config });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** In containers the user id may have no passwd entry. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** Includes the cause, which responses to clients omit. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const message =
    error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
  return /^connect E/.test(message) ? `PostgreSQL does not answer there: ${message}.` : message;
}

/** Reads the command line. Prints the usage and exits for `--help` (0) and for anything unknown (2). */
export function parseOptions(shape: CommandShape) {
  const { argument, options = {} } = shape;
  const flags: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(options)) {
    flags[name] = { type: value === undefined ? 'boolean' : 'string' };
  }
  try {
    const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
    if (values['help']) {
      printLine(describe(shape));
      process.exit(0);
    }
    if (positionals.length > (argument ? 1 : 0)) {
      throw new Error(`"${positionals.at(-1)}" is one argument too many.`);
    }
    return {
      argument: positionals[0],
      has: (option: string) => values[option] === true,
      valueFor(option: string) {
        const value = values[option];
        return typeof value === 'string' ? value : undefined;
      },
    };
  } catch (error) {
    // The message of parseArgs names the option.
    process.stderr.write(`${messageOf(error)}\n${describe(shape)}\n`);
    process.exit(2);
  }
}

export const printLine = (line: string) => void process.stdout.write(`${line}\n`);

/** Exits with the child process. Ctrl-C reaches both; this process waits, so that the prompt returns last. */
export function exitWith(child: ChildProcess): void {
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => void child.kill('SIGTERM'));
  child.on('exit', (code) => process.exit(code ?? 0));
}

function describe({ name, about, argument, options = {} }: CommandShape): string {
  const flags = Object.entries(options).map(
    ([option, { about, value }]) => `  --${option}${value ? `=${value}` : ''}  ${about}`,
  );
  return [`${name}${argument ? ` -- ${argument}` : ''}`, `  ${about}`, ...flags].join('\n');
}

/** Switches from root to the owner of the folder: the server cannot write files that root creates. */
function switchToOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  process.setgid?.(gid);
  process.setgroups?.([gid]);
  process.setuid?.(uid);
}
