import { createNulError, createOutOfRangeError, createTooComplexError } from '../tables.errors.ts';
import type { ColumnType } from './column-type.ts';
import { readLiteral } from './literals.ts';

const MAX_DEPTH = 64;

/** What a column holds once the row is written: ready to compare, not yet ready to bind. */
export type CellValue = string | number | boolean | null | object;

/**
 * A member of a request body as the column's type. JSON null is SQL NULL in every column; a text
 * column takes any JSON as text, as PostgreSQL's `json_populate_recordset` does.
 */
export function readJsonMember(type: ColumnType, value: unknown): CellValue {
  if (value === null || value === undefined) return null;
  if (type === 'json') {
    ensureStorable(value, 0);
    return inKeyOrder(value);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw createOutOfRangeError(type, String(value));
  }
  if (typeof value === 'string') {
    ensureStorable(value, 0);
    return readLiteral(type, value);
  }
  ensureStorable(value, 0);
  return readLiteral(type, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

/** PostgreSQL's `jsonb` orders the keys of what it keeps; SQLite keeps text, so it is given that order. */
function inKeyOrder(value: unknown): CellValue {
  if (Array.isArray(value)) return value.map(inKeyOrder);
  if (typeof value !== 'object' || value === null) return value as CellValue;
  const entries = Object.entries(value).sort(
    ([a], [b]) => Buffer.byteLength(a) - Buffer.byteLength(b) || (a < b ? -1 : 1),
  );
  return Object.fromEntries(entries.map(([key, member]) => [key, inKeyOrder(member)]));
}

/** Neither engine keeps NUL or half a surrogate pair, and both have a depth at which they give up. */
function ensureStorable(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw createTooComplexError('JSON is nested too deep');
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) throw createNulError();
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    ensureStorable(key, depth);
    ensureStorable(member, depth + 1);
  }
}
