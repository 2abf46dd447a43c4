import {
  createInvalidLiteralError,
  createInvalidTimestampError,
  createNulError,
  createOutOfRangeError,
  createTimestampRangeError,
} from '../tables.errors.ts';
import type { ColumnType } from './column-type.ts';

const INTEGER_MAX = 2_147_483_647;
const INTEGER_MIN = -2_147_483_648;
const TRUE_WORDS = new Set(['t', 'tr', 'tru', 'true', 'y', 'ye', 'yes', 'on', '1']);
const FALSE_WORDS = new Set(['f', 'fa', 'fal', 'fals', 'false', 'n', 'no', 'of', 'off', '0']);
const UUID =
  /^(?:\{([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})\}|([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12}))$/i;
const TIMESTAMP =
  /^(\d{4,6})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{0,9}))?)?)?\s*(Z|UTC|[+-]\d{1,2}(?::?\d{2})?)?$/i;

/** What the database is given for a value a caller wrote as text. */
export type Bound = string | number | boolean;

/**
 * Reads a literal the way PostgreSQL's input functions do, refusing what they refuse with their
 * words; SQLite would compare anything with anything and say nothing.
 */
export function readLiteral(type: ColumnType, literal: string): Bound {
  if (literal.includes('\0')) throw createNulError();
  return READERS[type](literal);
}

const READERS: Readonly<Record<ColumnType, (literal: string) => Bound>> = {
  text: (literal) => literal,
  json: (literal) => literal,
  integer: readInteger,
  'double precision': readReal,
  boolean: readBoolean,
  uuid: readUuid,
  'timestamp with time zone': readTimestamp,
};

function readInteger(literal: string): number {
  const text = literal.trim();
  if (!/^[+-]?\d+$/.test(text)) throw createInvalidLiteralError('integer', literal);
  const value = Number(text);
  if (value > INTEGER_MAX || value < INTEGER_MIN) throw createOutOfRangeError('integer', literal);
  return value;
}

function readReal(literal: string): number {
  const text = literal.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) {
    throw createInvalidLiteralError('double precision', literal);
  }
  const value = Number(text);
  if (!Number.isFinite(value)) throw createOutOfRangeError('double precision', literal);
  return value;
}

function readBoolean(literal: string): boolean {
  const word = literal.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  throw createInvalidLiteralError('boolean', literal);
}

function readUuid(literal: string): string {
  const parts = UUID.exec(literal)
    ?.slice(1)
    .filter((part) => part !== undefined);
  if (parts === undefined) throw createInvalidLiteralError('uuid', literal);
  return parts.join('-').toLowerCase();
}

function readTimestamp(literal: string): string {
  const found = TIMESTAMP.exec(literal.trim());
  if (found === null) throw createInvalidTimestampError(literal);
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    found;
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const at = Date.UTC(y, mo - 1, d, h, mi, s, milliseconds);
  const day0 = new Date(Date.UTC(y, mo - 1, d));
  const isRealDay = day0.getUTCMonth() === mo - 1 && day0.getUTCDate() === d;
  if (!isRealDay || h > 24 || mi > 59 || s > 60 || y < 1000 || y > 9999) {
    throw createTimestampRangeError(literal);
  }
  const utc = new Date(at - readZone(zone) * 60_000);
  // The kept form has four digits of year; text order is time order only while that holds.
  if (utc.getUTCFullYear() < 1000 || utc.getUTCFullYear() > 9999) {
    throw createTimestampRangeError(literal);
  }
  return utc.toISOString();
}

/** Minutes east of Greenwich. */
function readZone(zone: string): number {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}
