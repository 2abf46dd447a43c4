import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';

export type { Logger } from 'pino';

const SECRETS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'apikey',
  'authorization',
  'cookie',
  'secret',
  'code_verifier',
  'auth_code',
];

export interface LoggerOptions {
  level: string;
  /** Readable lines for a terminal instead of JSON. */
  isTerminal?: boolean;
  destination?: DestinationStream;
}

export function createLogger({ level, isTerminal, destination }: LoggerOptions): Logger {
  const out = destination ?? process.stdout;
  const stream = isTerminal
    ? { write: (line: string) => void out.write(formatLogLine(line)) }
    : out;
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: stdTimeFunctions.isoTime,
      redact: {
        paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[hidden]',
      },
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}

const COLOURS: Record<string, number> = { fatal: 31, error: 31, warn: 33, info: 36, debug: 90 };
const HIDDEN = new Set(['level', 'time', 'pid', 'msg', 'err', 'hostname']);

/** Formats a JSON log line for reading; other lines pass unchanged. */
function formatLogLine(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line);
  } catch {
    return line;
  }
  const level = String(entry['level']);
  const time = String(entry['time']).slice(11, 19);
  const rest = Object.entries(entry)
    .filter(([key]) => !HIDDEN.has(key))
    .map(([key, value]) => `${key}=${typeof value === 'object' ? JSON.stringify(value) : value}`);
  const error = entry['err'];
  const stack = typeof error === 'object' && error && 'stack' in error ? `\n${error.stack}` : '';
  const label = `\u001b[${COLOURS[level] ?? 0}m${level.padEnd(5)}\u001b[0m`;
  return `${time} ${label} ${[entry['msg'], ...rest].filter(Boolean).join('  ')}${stack}\n`;
}
