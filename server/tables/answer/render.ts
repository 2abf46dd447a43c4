import { LIMITS } from '#contract/words/limits.ts';
import { createAnswerTooLargeError, createSingularError } from '../tables.errors.ts';
import { toCsv } from './csv.ts';
import type { MediaType } from './media-type.ts';

/** A page, one JSON array from the database, as the body that was asked for. */
export function renderPage(page: Buffer | string, rows: number, media: MediaType): Buffer | string {
  if (media.form === 'object' && rows !== 1) throw createSingularError(rows);
  const isRewritten = media.form === 'csv' || media.stripped;
  if (isRewritten && page.length > LIMITS.rewrittenBytes) {
    throw createAnswerTooLargeError(LIMITS.rewrittenBytes);
  }
  if (media.form === 'csv') return toCsv(JSON.parse(page.toString()));
  if (media.stripped) {
    const kept = withoutNulls(JSON.parse(page.toString()));
    return JSON.stringify(media.form === 'object' && Array.isArray(kept) ? kept[0] : kept);
  }
  // What stands between the brackets is the one object.
  if (media.form === 'array') return page;
  return typeof page === 'string' ? page.slice(1, -1) : page.subarray(1, -1);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}
