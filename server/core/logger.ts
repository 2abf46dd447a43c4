import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { formatLogLine } from './log-format.ts';

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
  /** Readable lines for a person at a terminal instead of JSON. */
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
