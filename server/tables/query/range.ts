import type { RowWindow } from '../read/build-select.ts';
import { createOffsetError, createReversedRangeError } from '../tables.errors.ts';

/** `Range: 0-9`, `Range: 5-`; an invalid one is ignored. */
export function parseRange(header: string | undefined): RowWindow | null {
  const [, from, to] = /^(\d{1,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? [];
  if (from === undefined || to === undefined) return null;
  const offset = Number(from);
  if (to === '') return { offset, limit: Number.MAX_SAFE_INTEGER / 2 };
  if (Number(to) < offset) throw createReversedRangeError();
  return { offset, limit: Number(to) - offset + 1 };
}

/** Status and `Content-Range` of a read that returned `rows` rows; `total` only if a count was requested. */
export function describeRange(
  rows: number,
  { offset }: RowWindow,
  total: number | null,
): { status: 200 | 206; contentRange: string } {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  if (total === null) return { status: 200, contentRange: `${range}/*` };
  if (offset > total) throw createOffsetError(offset, total);
  return { status: rows === total ? 200 : 206, contentRange: `${range}/${total}` };
}
