import type { IncomingMessage } from 'node:http';
import { LIMITS } from '#contract/constants/limits.ts';
import { BODIES } from '#server/core/body-limits.ts';
import { parseUntrustedJson } from '#server/core/parse-json.ts';
import {
  createBodyError,
  createBodyTooLargeError,
  createTooManyRowsError,
} from '../tables.errors.ts';

/** Rows of a request as JSON values. */
export interface Payload {
  readonly rows: readonly Record<string, unknown>[];
  /** Keys of the rows; every row has exactly these unless `columns` was given. */
  readonly keys: readonly string[];
}

export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > BODIES.tables.bytes) throw createBodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const JSON_TYPES = [
  '',
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.array+json',
];

/** `mayDiffer`: a `columns` parameter selects the keys, so rows may differ. */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  mayDiffer: boolean,
): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!JSON_TYPES.includes(type)) throw createBodyError(`Content-Type not acceptable: ${type}`);
  let value: unknown;
  try {
    value = parseUntrustedJson(body, BODIES.tables);
  } catch {
    throw createBodyError('Empty or invalid json');
  }
  const rows: unknown[] = Array.isArray(value) ? value : isObject(value) ? [value] : [];
  if (rows.length > LIMITS.writtenRows) throw createTooManyRowsError();
  if (!rows.every(isObject)) throw createBodyError('All object keys must match');
  const keys = new Set(rows.flatMap(Object.keys));
  for (const row of mayDiffer ? [] : rows) {
    if (Object.keys(row).length < keys.size) throw createBodyError('All object keys must match');
  }
  return { rows, keys: [...keys] };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
