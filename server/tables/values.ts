import type { ColumnType } from '#contract/rows/define-table.ts';
import { compileRegex, RegexSyntaxError } from '#db/queries/regex.ts';
import { DAY_MS } from '#server/core/clock.ts';
import { isUuid } from '#server/core/ids.ts';
import { isStorable } from '#server/core/parse-json.ts';
import {
  createInvalidLiteralError,
  createMalformedArrayError,
  createNulError,
  createOutOfRangeError,
  createTimestampRangeError,
  tableError,
} from './tables.errors.ts';

const INTEGER_MAX = 2_147_483_647;
const INTEGER_MIN = -2_147_483_648;
const TRUE_WORDS = new Set(['t', 'tr', 'tru', 'true', 'y', 'ye', 'yes', 'on', '1']);
const FALSE_WORDS = new Set(['f', 'fa', 'fal', 'fals', 'false', 'n', 'no', 'of', 'off', '0']);
const TIMESTAMP =
  /^(\d{4,6})-(\d{1,2})-(\d{1,2})(?:(?:T|\s+)(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{0,9}))?)?)?\s*(Z|UTC|[+-]\d{1,2}(?::?\d{2})?)?$/i;

/** A caller's value, bound as an SQL parameter. */
export type Bound = string | number | boolean;

/**
 * Parses a literal as PostgreSQL's input functions do, with their errors; SQLite would silently compare any
 * types.
 */
export function readLiteral(type: ColumnType, literal: string): Bound {
  if (literal.includes('\0')) throw createNulError();
  return PARSERS[type](literal);
}

const PARSERS: Readonly<Record<ColumnType, (literal: string) => Bound>> = {
  text: (literal) => literal,
  json: (literal) => literal,
  integer: parseInteger,
  'double precision': parseReal,
  boolean: parseBoolean,
  uuid: parseUuid,
  'timestamp with time zone': parseTimestamp,
};

function parseInteger(literal: string): number {
  const text = literal.trim();
  if (!/^[+-]?\d+$/.test(text)) throw createInvalidLiteralError('integer', literal);
  const value = Number(text);
  if (value > INTEGER_MAX || value < INTEGER_MIN) throw createOutOfRangeError('integer', literal);
  return value;
}

function parseReal(literal: string): number {
  const text = literal.trim();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) {
    throw createInvalidLiteralError('double precision', literal);
  }
  const value = Number(text);
  if (!Number.isFinite(value)) throw createOutOfRangeError('double precision', literal);
  return value;
}

function parseBoolean(literal: string): boolean {
  const word = literal.trim().toLowerCase();
  if (TRUE_WORDS.has(word)) return true;
  if (FALSE_WORDS.has(word)) return false;
  throw createInvalidLiteralError('boolean', literal);
}

function parseUuid(literal: string): string {
  if (!isUuid(literal)) throw createInvalidLiteralError('uuid', literal);
  return literal.toLowerCase();
}

function parseTimestamp(literal: string): string {
  const found = TIMESTAMP.exec(literal.trim());
  if (found === null) {
    throw tableError(
      'invalidTimestamp',
      `invalid input syntax for type timestamp with time zone: "${literal}"`,
    );
  }
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone = 'Z'] =
    found;
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const at = Date.UTC(y, mo - 1, d, h, mi, s, milliseconds);
  const midnight = new Date(Date.UTC(y, mo - 1, d));
  const isRealDay = midnight.getUTCMonth() === mo - 1 && midnight.getUTCDate() === d;
  const isRealTime = mi < 60 && s <= 60 && at - midnight.getTime() <= DAY_MS;
  const offset = parseZone(zone);
  if (!isRealDay || !isRealTime || offset === undefined || y < 1000 || y > 9999) {
    throw createTimestampRangeError(literal);
  }
  const utc = new Date(at - offset * 60_000);
  // Text order is time order only with four-digit years.
  if (utc.getUTCFullYear() < 1000 || utc.getUTCFullYear() > 9999) {
    throw createTimestampRangeError(literal);
  }
  return utc.toISOString();
}

/** Offset in minutes east of Greenwich; undefined beyond PostgreSQL's range. */
function parseZone(zone: string): number | undefined {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (Number(hours) > 15 || Number(minutes) > 59) return undefined;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}

/** `{a,"b,c",NULL}`: the value of `eq(any)` etc., in PostgreSQL's array syntax. */
export function readArrayLiteral(literal: string): (string | null)[] {
  const text = literal.trim();
  if (!text.startsWith('{') || !text.endsWith('}') || text.length < 2) {
    throw createMalformedArrayError(literal);
  }
  const inner = text.slice(1, -1);
  if (inner.trim() === '') return [];
  const items: (string | null)[] = [];
  let at = 0;
  for (;;) {
    const end = endOfItem(inner, at);
    items.push(parseItem(inner.slice(at, end).trim(), literal));
    if (end === inner.length) return items;
    at = end + 1;
  }
}

/** The next comma outside quotes, or the end. */
function endOfItem(text: string, start: number): number {
  let isQuoted = false;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (sign === ',' && !isQuoted) return at;
  }
  return text.length;
}

const QUOTED = /^"[^"\\]*(?:\\[\s\S][^"\\]*)*"$/;
const BARE = /^(?:[^",{}\\]|\\[\s\S])+$/;

function parseItem(item: string, literal: string): string | null {
  const isQuoted = QUOTED.test(item);
  if (!isQuoted && !BARE.test(item)) throw createMalformedArrayError(literal);
  const value = (isQuoted ? item.slice(1, -1) : item).replace(/\\([\s\S])/g, '$1');
  return !isQuoted && /^null$/i.test(value) ? null : value;
}

/** A column's value in memory, for comparison; not yet bound. */
export type CellValue = string | number | boolean | null | object;

/**
 * Converts a member of a request body to the column's type. JSON null is SQL NULL in every column; a text
 * column takes any JSON as text, like PostgreSQL's `json_populate_recordset`.
 */
export function readJsonMember(type: ColumnType, value: unknown): CellValue {
  if (value === null || value === undefined) return null;
  if (!isStorable(value)) throw createNulError();
  if (type === 'json') return inKeyOrder(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw createOutOfRangeError(type, String(value));
  }
  return PARSERS[type](typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** Sorts keys like PostgreSQL's `jsonb`; SQLite stores text. */
function inKeyOrder(value: unknown): CellValue {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value as CellValue;
  const entries = Object.entries(value).sort(
    ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || (a < b ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([key, member]) => [key, inKeyOrder(member)]));
}

/** Allows only syntax with the same meaning in both databases. */
export function checkRegex(pattern: string): string {
  try {
    compileRegex(pattern, false);
    return pattern;
  } catch (error) {
    if (!(error instanceof RegexSyntaxError)) throw error;
    throw tableError('invalidRegex', `invalid regular expression: ${error.message}`);
  }
}
