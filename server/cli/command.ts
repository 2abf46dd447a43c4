import { existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { type Config, installationOf, loadConfig } from '#server/core/config.ts';

interface CommandShape {
  /** What is typed: `npm run backup`. */
  readonly name: string;
  /** What it does, in a sentence. */
  readonly about: string;
  /** Its one argument, as `--help` shows it. */
  readonly argument?: string;
  /** An option with a `value`, as `--help` shows that, takes one: `--files=<folder>`. */
  readonly options?: Readonly<Record<string, { readonly about: string; readonly value?: string }>>;
  /** It makes an installation where there is none; the others refuse, before anything is written. */
  readonly mayBegin?: boolean;
}

export interface Given {
  readonly config: Config;
  readonly argument: string | undefined;
  has(option: string): boolean;
  valueFor(option: string): string | undefined;
  say(line: string): void;
}

/**
 * Runs a command of an operator: `--help` tells what it takes, what is unknown is refused with 2 and
 * without a stack, and the installation it acts on is named before it acts. As root it becomes the owner of
 * the data first, so that the server can still write its files afterwards.
 */
export async function runCommand(
  shape: CommandShape,
  work: (given: Given) => Promise<void>,
): Promise<void> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const given = readArguments(shape);
  if (given === 'help') return say(describe(shape));
  if (given instanceof Error) return fail(2, `${given.message}\n${describe(shape)}`);
  try {
    const place = installationOf();
    if (!shape.mayBegin && place.databaseFile && !existsSync(place.databaseFile)) {
      return fail(
        1,
        `There is no installation in ${place.dataDir}. Set DATA_DIR to the folder of the one that is meant, or DATABASE_URL.`,
      );
    }
    becomeOwnerOf(place.dataDir);
    const database = place.databaseFile ?? 'PostgreSQL (DATABASE_URL)';
    say(`Acting on ${database}, data in ${place.dataDir}, as ${userInfo().username}.`);
    await work({ ...given, config: loadConfig(), say });
  } catch (error) {
    fail(1, wordsOf(error));
  }
}

/** With what lies behind it, which a visitor is not told. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const words =
    error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
  return /^connect E/.test(words) ? `PostgreSQL does not answer there: ${words}.` : words;
}

/**
 * For a command that acts on no installation by itself: whether an option was given. `--help` and what is
 * unknown end it, as in `runCommand`.
 */
export function takeOptions(shape: CommandShape): (option: string) => boolean {
  const given = readArguments(shape);
  if (given === 'help') {
    process.stdout.write(`${describe(shape)}\n`);
    process.exit(0);
  }
  if (given instanceof Error) {
    fail(2, `${given.message}\n${describe(shape)}`);
    process.exit();
  }
  return given.has;
}

function fail(code: number, message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = code;
}

function readArguments({ argument, options = {} }: CommandShape) {
  const flags: ParseArgsOptionsConfig = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(options)) {
    flags[name] = { type: value === undefined ? 'boolean' : 'string' };
  }
  try {
    const { values, positionals } = parseArgs({ options: flags, allowPositionals: true });
    if (values['help']) return 'help';
    if (positionals.length > (argument ? 1 : 0)) {
      return new Error(`"${positionals.at(-1)}" is more than this command takes.`);
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
    // parseArgs' own words name the option
    return error instanceof Error ? error : new Error(String(error));
  }
}

function describe({ name, about, argument, options = {} }: CommandShape): string {
  const flags = Object.entries(options).map(
    ([option, { about, value }]) => `  --${option}${value ? `=${value}` : ''}  ${about}`,
  );
  return [`${name}${argument ? ` -- ${argument}` : ''}`, `  ${about}`, ...flags].join('\n');
}

/** Root's files in there would be out of the server's reach. */
function becomeOwnerOf(folder: string): void {
  if (process.getuid?.() !== 0 || !existsSync(folder)) return;
  const { uid, gid } = statSync(folder);
  if (uid === 0) return;
  process.setgid?.(gid);
  process.setgroups?.([gid]);
  process.setuid?.(uid);
}
