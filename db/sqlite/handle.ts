import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { dirname } from 'node:path';
import SQLite from 'better-sqlite3';
import { registerTextFunctions } from './text-functions.ts';

export type SqliteHandle = SQLite.Database;
export type SqliteStatement = SQLite.Statement<unknown[], Record<string, unknown>>;

export const IN_MEMORY = ':memory:';

/** The write connection. Creates a missing file, readable by its owner only. */
export function openWriter(file: string): SqliteHandle {
  const isNew = file !== IN_MEMORY && !existsSync(file);
  if (isNew) mkdirSync(dirname(file), { recursive: true });
  // Throws if the file is not writable: SQLite would silently open it for reading only.
  else if (file !== IN_MEMORY) accessSync(file, constants.W_OK);
  const handle = new SQLite(file);
  // Set first, because every pragma below may have to wait for another process.
  handle.pragma('busy_timeout = 5000');
  handle.pragma('journal_mode = WAL');
  // Acknowledged writes must survive a power loss, not only a crash of the process.
  handle.pragma('synchronous = FULL');
  handle.pragma('foreign_keys = ON');
  // Without this, INSERT OR REPLACE would log no DELETE of the replaced row.
  handle.pragma('recursive_triggers = ON');
  // By default SQLite only marks the space of a deleted row as free: erased data would stay in the file, and in every
  // backup, until the space is reused.
  handle.pragma('secure_delete = ON');
  handle.pragma('temp_store = MEMORY');
  handle.pragma(`journal_size_limit = ${64 * 1024 * 1024}`);
  registerTextFunctions(handle);
  if (isNew) chmodSync(file, 0o600);
  return handle;
}

/**
 * A connection for reads outside transactions. In WAL mode it sees the last commit and never waits for a write
 * transaction.
 */
export function openReader(file: string): SqliteHandle {
  const handle = new SQLite(file, { readonly: true });
  handle.pragma('busy_timeout = 5000');
  handle.pragma('temp_store = MEMORY');
  registerTextFunctions(handle);
  return handle;
}

/** A copy in progress; left behind if the process dies. */
export const UNFINISHED_COPY = /\.part(-journal)?$/;

/** Copies a live database with SQLite's backup API: consistent, and safe while other processes use either file. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new SQLite(from, { fileMustExist: true });
  // A new file gets its name once it is complete; one that other processes use is overwritten in place.
  const target = existsSync(to) ? to : `${to}.part`;
  const removeDraft = () => {
    if (target === to) return;
    for (const suffix of ['', '-journal']) rmSync(target + suffix, { force: true });
  };
  try {
    source.pragma('busy_timeout = 5000');
    // Reads one state throughout: otherwise each write of another connection would restart the copy.
    source.exec('begin; select 1 from sqlite_schema');
    removeDraft();
    await source.backup(target);
    chmodSync(target, 0o600);
    renameSync(target, to);
  } catch (error) {
    removeDraft();
    throw error;
  } finally {
    source.close();
  }
}

/** A lock between processes that the operating system releases when its holder dies. */
export function tryLockFile(file: string): { release(): void } | undefined {
  const handle = new SQLite(file);
  try {
    handle.pragma('busy_timeout = 0');
    handle.exec('begin exclusive');
    return { release: () => handle.close() };
  } catch (error) {
    handle.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

export function isDamaged(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code);
}
