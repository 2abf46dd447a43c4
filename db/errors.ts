import pg from 'pg';
import { ReadLimitError } from './read-limit.ts';
import { TABLE_NAMES } from './schema/table-names.ts';
import { findForeignKeyFailure } from './sqlite/foreign-key-failure.ts';

export interface ConstraintViolation {
  kind: 'unique' | 'foreign_key' | 'not_null' | 'check';
  table: string;
  /** Of a not-null or foreign-key violation; of a unique one when it is over a single column. */
  column?: string;
  /** As PostgreSQL names it: `favorites_pkey`, `favorites_content_id_fkey`, `subscriptions_user_id_key`. */
  constraint: string;
}

/** What rule of the schema a failed write broke; undefined for any other error. */
export function readConstraintViolation(error: unknown): ConstraintViolation | undefined {
  if (error instanceof pg.DatabaseError) return readPostgres(error);
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') {
    return readSqlite(error, error.code);
  }
  return undefined;
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
  // The detail begins `Key (user_id, content_id)=(…)`; only PostgreSQL's own words are read from it.
  const columns = /^Key \(([^)]*)\)=/.exec(error.detail ?? '')?.[1]?.split(', ') ?? [];
  const column =
    error.column ?? (columns.length === 1 && kind !== 'check' ? columns[0] : undefined);
  return {
    kind,
    table: error.table,
    ...(column === undefined ? {} : { column }),
    constraint: error.constraint ?? notNullName(error.table, error.column ?? ''),
  };
}

function readSqlite(error: Error, code: string): ConstraintViolation | undefined {
  const said = error.message.slice(error.message.indexOf(': ') + 2);
  switch (code) {
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
    case 'SQLITE_CONSTRAINT_ROWID':
    case 'SQLITE_CONSTRAINT_UNIQUE': {
      const { table, columns } = readColumns(said);
      const [column] = columns;
      return {
        kind: 'unique',
        table,
        ...(columns.length === 1 && column !== undefined ? { column } : {}),
        constraint:
          code === 'SQLITE_CONSTRAINT_UNIQUE'
            ? `${table}_${columns.join('_')}_key`
            : `${table}_pkey`,
      };
    }
    case 'SQLITE_CONSTRAINT_NOTNULL': {
      const { table, columns } = readColumns(said);
      const column = columns[0] ?? '';
      return { kind: 'not_null', table, column, constraint: notNullName(table, column) };
    }
    case 'SQLITE_CONSTRAINT_CHECK':
    // Raised by a trigger of ours, in the words of a CHECK.
    case 'SQLITE_CONSTRAINT_TRIGGER':
      // Our checks are named <table>_<column>_check; only the name is reported.
      return { kind: 'check', table: tableOfCheck(said), constraint: said };
    case 'SQLITE_CONSTRAINT_FOREIGNKEY': {
      const failure = findForeignKeyFailure(error);
      return { kind: 'foreign_key', table: '', constraint: '', ...failure };
    }
    default:
      return undefined;
  }
}

/** `UNIQUE constraint failed: favorites.user_id, favorites.content_id` */
function readColumns(said: string): { table: string; columns: string[] } {
  const names = said.split(', ').map((name) => name.split('.'));
  return { table: names[0]?.[0] ?? '', columns: names.map(([, column = '']) => column) };
}

/** The longest table name it begins with: `notification_reads_…` also begins with a shorter one. */
function tableOfCheck(constraint: string): string {
  const candidates = TABLE_NAMES.filter((table) => constraint.startsWith(`${table}_`));
  return candidates.sort((a, b) => b.length - a.length)[0] ?? '';
}

/** PostgreSQL 18 gives these a name, earlier versions do not report one. */
function notNullName(table: string, column: string): string {
  return `${table}_${column}_not_null`;
}

export interface StatementFault {
  /** SQLSTATE. */
  code: string;
  message: string;
}

/** A value or a statement the database itself refused, where our own checks let it through. */
export function readStatementFault(error: unknown): StatementFault | undefined {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? '';
    return /^(?:22|42|54)/.test(code) ? { code, message: error.message } : undefined;
  }
  if (!(error instanceof Error)) return undefined;
  const isTooLarge = /too (?:many|large|big|complex)|parser stack overflow/i.test(error.message);
  return isTooLarge ? { code: '54001', message: 'statement is too complex' } : undefined;
}

/** What the database lacks at the moment: room on its disk, a disk that takes anything, its turn to write, or it is not there at all. */
export type Shortage = 'disk_full' | 'read_only' | 'busy' | 'away';

const SHORTAGES: Record<string, Shortage> = {
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  SQLITE_FULL: 'disk_full',
  // A disk on which the kernel has met an error is read-only from then on.
  EROFS: 'read_only',
  SQLITE_READONLY: 'read_only',
  SQLITE_IOERR_WRITE: 'read_only',
  SQLITE_IOERR_FSYNC: 'read_only',
  SQLITE_BUSY: 'busy',
  SQLITE_BUSY_SNAPSHOT: 'busy',
  // PostgreSQL: two transactions in each other's way, of which it ended this one (serialization, deadlock)
  '40001': 'busy',
  '40P01': 'busy',
  // PostgreSQL: disk_full, too_many_connections, lock_not_available, query_canceled, cannot_connect_now
  '53100': 'disk_full',
  '53300': 'busy',
  '55P03': 'busy',
  '57014': 'busy',
  '57P03': 'busy',
  // PostgreSQL: read_only_sql_transaction, as a server says that only copies another one
  '25006': 'read_only',
  // PostgreSQL: connection_exception and its kinds, admin_shutdown, crash_shutdown
  '08000': 'away',
  '08003': 'away',
  '08006': 'away',
  '57P01': 'away',
  '57P02': 'away',
};

/** What the system says of the way to PostgreSQL. */
const NO_WAY = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'ETIMEDOUT',
]);

/** What `pg` and its pool say of a connection that is gone; they give it no code. */
const AWAY_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** A failure that nobody caused by what was sent, and that passes: the same request may work later. */
export function readShortage(error: unknown): Shortage | undefined {
  if (error instanceof ReadLimitError) return 'busy';
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error ? String(error.code) : '';
  // A mail server that is away has the same codes, in errors of the mailer's own making: without a system call.
  const isWayLost = NO_WAY.has(code) && 'syscall' in error;
  const isAway = isWayLost || AWAY_WORDS.test(error.message);
  return SHORTAGES[code] ?? (isAway ? 'away' : undefined);
}
