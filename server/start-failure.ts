import { statfsSync } from 'node:fs';
import { STORAGE_ERROR } from '#contract/constants/error-codes.ts';
import { EncodingError, MigrationFailedError, NewerDatabaseError } from '#db/migrations/migrate.ts';
import { type Config, ConfigError } from './core/config/config.ts';
import { AppError } from './core/errors.ts';

/** Errors whose message already says what to do. */
const EXPLAINED_ERRORS = [ConfigError, EncodingError, NewerDatabaseError, MigrationFailedError];

/** Explains why the start failed and what to do, without a stack trace. */
export function describeStartFailure(error: unknown, config: Config | undefined): string {
  if (EXPLAINED_ERRORS.some((kind) => error instanceof kind) && error instanceof Error) {
    return error.message;
  }
  if (error instanceof AppError && error.code === STORAGE_ERROR.storeAway) {
    const why = error.cause instanceof Error ? ` (${error.cause.message})` : '';
    return `STORAGE_URL: the store cannot be written to${why}. Check its address, the bucket, and AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`;
  }
  const text = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  const explain = code.startsWith('SQLITE_IOERR') ? explainUnusable : EXPLANATIONS[code];
  // SQLite reports a full disk as a file that cannot be opened.
  const known =
    config &&
    (explain === explainUnwritable && isFull(config) ? explainFull : explain)?.(config, error);
  return known ? `${known} (${code})` : `The start failed: ${text}`;
}

const explainUnwritable = ({ DATA_DIR }: Config, error: unknown) =>
  `DATA_DIR: "${pathOf(error) ?? DATA_DIR}" cannot be written. Choose a folder this user may write to, or change its owner.`;

const explainFull = ({ DATA_DIR }: Config) =>
  `The disk of "${DATA_DIR}" is full. Make room and start again.`;

const FULL_BYTES = 1024 * 1024;

function isFull({ DATA_DIR }: Config): boolean {
  try {
    const { bavail, bsize } = statfsSync(DATA_DIR);
    return bavail * bsize < FULL_BYTES;
  } catch {
    return false;
  }
}

const EXPLANATIONS: Record<string, (config: Config, error: unknown) => string> = {
  EADDRINUSE: ({ PORT }) =>
    `PORT: port ${PORT} is already in use. Stop the other program, or set PORT to a free one.`,
  EADDRNOTAVAIL: ({ HOST }) =>
    `HOST: this machine has no address "${HOST}". Leave HOST unset, or name one of its own addresses.`,
  ENOTFOUND: ({ HOST, DATABASE_URL }) =>
    `${DATABASE_URL ? 'DATABASE_URL' : `HOST "${HOST}"`}: the host name was not found. Check its spelling and the network.`,
  EACCES: (config, error) =>
    config.PORT > 0 && config.PORT < 1024
      ? `PORT or DATA_DIR: this user may not use port ${config.PORT}, or may not write "${config.DATA_DIR}". Take a port above 1023, or repair the folder's owner.`
      : explainUnwritable(config, error),
  EROFS: explainUnwritable,
  ENOTDIR: explainUnwritable,
  EEXIST: explainUnwritable,
  ENOSPC: explainFull,
  SQLITE_FULL: explainFull,
  SQLITE_CANTOPEN: explainUnwritable,
  SQLITE_READONLY: explainUnwritable,
  SQLITE_NOTADB: ({ DATA_DIR }) =>
    `The file cradlesong.sqlite in "${DATA_DIR}" is not a database. Restore a backup with npm run restore, or move the file away.`,
  SQLITE_CORRUPT: ({ DATA_DIR }) =>
    `The database in "${DATA_DIR}" is damaged. Restore a backup with npm run restore.`,
  ECONNREFUSED: () =>
    'DATABASE_URL: no PostgreSQL answers there. Start it, or correct the address.',
  '28P01': () => 'DATABASE_URL: PostgreSQL refused the user or the password.',
  '3D000': () => 'DATABASE_URL: PostgreSQL has no database of that name. Create it first.',
};

/** SQLite cannot always distinguish a full disk from a broken one. */
const explainUnusable = ({ DATA_DIR }: Config) =>
  `The disk of "${DATA_DIR}" is full or damaged. Make room, check the disk, and start again.`;

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return codeOf(error.cause);
}

/** The file or folder of a file system's error. */
const pathOf = (error: unknown) =>
  error instanceof Error && 'path' in error ? String(error.path) : undefined;
