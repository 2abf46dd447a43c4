import type pg from 'pg';
import { TABLE_NAMES } from './codecs.ts';
import { ReadLimitError } from './queries/read-limit.ts';

/** The columns of a key and their values as text. */
export interface ViolatedKey {
  columns: readonly string[];
  values?: readonly string[];
}

export interface ConstraintViolation {
  kind: 'unique' | 'foreign_key' | 'not_null' | 'check';
  table: string;
  /** Set for not-null violations. */
  column?: string;
  /** As PostgreSQL names it: `favorites_pkey`, `subscriptions_user_id_key`. Empty for a foreign key on SQLite. */
  constraint: string;
  /** Set for unique and foreign-key violations; SQLite reports only the columns of a unique key. */
  key?: ViolatedKey;
}

/** The constraint a failed write violated; undefined for any other error. */
export function readConstraintViolation(error: unknown): ConstraintViolation | undefined {
  if (isPostgresError(error)) return readPostgres(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return readSqlite(error, error.code);
  }
  return undefined;
}

/** Avoids `instanceof`, because the driver is loaded only with PostgreSQL. */
function isPostgresError(error: unknown): error is pg.DatabaseError {
  return error instanceof Error && 'severity' in error;
}

const POSTGRES_KINDS: Record<string, ConstraintViolation['kind']> = {
  '23502': 'not_null',
  '23503': 'foreign_key',
  '23505': 'unique',
  '23514': 'check',
};

function readPostgres(error: pg.DatabaseError): ConstraintViolation | undefined {
  const kind = POSTGRES_KINDS[error.code ?? ''];
  if (!kind || error.table === undefined) return undefined;
  const [, names, values] =
    /^Key \(([^)]*)\)=\((.*)\) (?:already|is) /s.exec(error.detail ?? '') ?? [];
  return {
    kind,
    table: error.table,
    ...(error.column === undefined ? {} : { column: error.column }),
    constraint: error.constraint ?? notNullName(error.table, error.column ?? ''),
    // PostgreSQL reports all values in one text; no caller needs them separately.
    ...(names && values !== undefined && { key: { columns: names.split(', '), values: [values] } }),
  };
}

function readSqlite(error: Error, code: string): ConstraintViolation | undefined {
  const detail = error.message.slice(error.message.indexOf(': ') + 2);
  switch (code) {
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
    case 'SQLITE_CONSTRAINT_UNIQUE': {
      const { table, columns } = readColumns(detail);
      return {
        kind: 'unique',
        table,
        constraint:
          code === 'SQLITE_CONSTRAINT_UNIQUE'
            ? `${table}_${columns.join('_')}_key`
            : `${table}_pkey`,
        key: { columns },
      };
    }
    case 'SQLITE_CONSTRAINT_NOTNULL': {
      const { table, columns } = readColumns(detail);
      const column = columns[0] ?? '';
      return { kind: 'not_null', table, column, constraint: notNullName(table, column) };
    }
    case 'SQLITE_CONSTRAINT_CHECK':
    // Raised by one of our triggers, with the name of a CHECK.
    case 'SQLITE_CONSTRAINT_TRIGGER':
      // Our checks are named <table>_<column>_check; only the name is reported.
      return { kind: 'check', table: tableOfCheck(detail), constraint: detail };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'foreign_key', table: '', constraint: '' };
    default:
      return undefined;
  }
}

/** `UNIQUE constraint failed: favorites.user_id, favorites.content_id` */
function readColumns(detail: string): { table: string; columns: string[] } {
  const names = detail.split(', ').map((name) => name.split('.'));
  return { table: names[0]?.[0] ?? '', columns: names.map(([, column = '']) => column) };
}

/** The longest matching table name: `notification_reads_…` also begins with a shorter one. */
function tableOfCheck(constraint: string): string {
  const candidates = TABLE_NAMES.filter((table) => constraint.startsWith(`${table}_`));
  return candidates.sort((a, b) => b.length - a.length)[0] ?? '';
}

/** PostgreSQL names not-null constraints from version 18; earlier versions report no name. */
function notNullName(table: string, column: string): string {
  return `${table}_${column}_not_null`;
}

export interface StatementFault {
  /** SQLSTATE. */
  code: string;
  message: string;
}

/** A value or statement that the database rejected after our own validation passed. */
export function readStatementFault(error: unknown): StatementFault | undefined {
  if (isPostgresError(error)) {
    const code = error.code ?? '';
    if (/^(?:22|42|54)/.test(code)) return { code, message: error.message };
    // Deep nesting overflows PostgreSQL's stack.
    return /stack too small/.test(error.message) ? TOO_COMPLEX : undefined;
  }
  if (!(error instanceof Error)) return undefined;
  const isTooLarge = /too (?:many|large|big|complex)|parser stack overflow/i.test(error.message);
  return isTooLarge ? TOO_COMPLEX : undefined;
}

const TOO_COMPLEX: StatementFault = { code: '54001', message: 'statement is too complex' };

/** Temporary causes of a failure: disk full, disk read-only, lock or pool timeout, database unreachable. */
export type TransientFailure = 'disk_full' | 'read_only' | 'busy' | 'unreachable';

const TRANSIENT_FAILURES: Record<string, TransientFailure> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  SQLITE_FULL: 'disk_full',
  // Linux remounts a disk read-only after an I/O error.
  EROFS: 'read_only',
  // For example a folder that was restored as root and now belongs to root.
  EACCES: 'read_only',
  EPERM: 'read_only',
  SQLITE_CANTOPEN: 'read_only',
  SQLITE_READONLY: 'read_only',
  SQLITE_IOERR_WRITE: 'read_only',
  SQLITE_IOERR_FSYNC: 'read_only',
  SQLITE_BUSY: 'busy',
  SQLITE_BUSY_SNAPSHOT: 'busy',
  // PostgreSQL: aborted because of a concurrent transaction (serialization, deadlock)
  '40001': 'busy',
  '40P01': 'busy',
  // PostgreSQL: disk_full, too_many_connections, lock_not_available, query_canceled, cannot_connect_now
  '53100': 'disk_full',
  '53300': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '57P03': 'busy',
  // PostgreSQL: read_only_sql_transaction, as from a standby
  '25006': 'read_only',
  // PostgreSQL: connection_exception and its kinds, admin_shutdown, crash_shutdown
  '08000': 'unreachable',
  '08003': 'unreachable',
  '08006': 'unreachable',
  '57P01': 'unreachable',
  '57P02': 'unreachable',
};

/** Network errors of the operating system. */
const NETWORK_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** Messages of `pg` and its pool for a lost connection, which have no code. */
const CONNECTION_LOST =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A temporary failure not caused by the request: a retry may succeed. */
export function readTransientFailure(error: unknown): TransientFailure | undefined {
  if (error instanceof ReadLimitError) return 'busy';
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  // Errors of the mailer have the same codes, but no system call.
  const isNetworkDown = NETWORK_CODES.has(code) && 'syscall' in error;
  const isUnreachable = isNetworkDown || CONNECTION_LOST.test(error.message);
  return TRANSIENT_FAILURES[code] ?? (isUnreachable ? 'unreachable' : undefined);
}
