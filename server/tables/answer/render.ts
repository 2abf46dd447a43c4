import { createSingularError } from '../tables.errors.ts';
import { toCsv } from './csv.ts';
import type { MediaType } from './media-type.ts';

/** Rows, each already JSON text from the database, as the body that was asked for. */
export function renderRows(rows: readonly string[], media: MediaType): string {
  if (media.form === 'csv') return toCsv(rows);
  const texts = media.stripped ? rows.map(stripNulls) : rows;
  if (media.form === 'array') return `[${texts.join(',')}]`;
  const [only] = texts;
  if (only === undefined || texts.length > 1) throw createSingularError(texts.length);
  return only;
}

function stripNulls(row: string): string {
  return JSON.stringify(withoutNulls(JSON.parse(row)));
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}
