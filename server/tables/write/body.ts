import type { IncomingMessage } from 'node:http';
import { LIMITS } from '#contract/words/limits.ts';
import { parseForeignJson } from '#server/core/parse-json.ts';
import {
  createBodyError,
  createBodyTooLargeError,
  createTooManyRowsError,
} from '../tables.errors.ts';

/** The rows a request brings, in the form of JSON values whatever form it came in. */
export interface Payload {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** Named by the rows themselves; every row has exactly these unless `columns` was given. */
  readonly keys: readonly string[];
}

export async function readBody(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req) {
    size += chunk.length;
    if (size > LIMITS.bodyBytes) throw createBodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** `mayDiffer`: a `columns` parameter says which keys count, so the rows need not agree. */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  mayDiffer: boolean,
): Payload {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  switch (type) {
    case '':
    case 'application/json':
    case 'application/vnd.pgrst.object+json':
    case 'application/vnd.pgrst.array+json':
      return toPayload(parseJson(body), mayDiffer);
    case 'text/csv':
      return toPayload(parseCsv(body), mayDiffer);
    case 'application/x-www-form-urlencoded':
      return toPayload(Object.fromEntries(new URLSearchParams(body)), mayDiffer);
    default:
      throw createBodyError(`Content-Type not acceptable: ${type}`);
  }
}

function parseJson(body: string): unknown {
  try {
    return parseForeignJson(body);
  } catch {
    throw createBodyError('Empty or invalid json');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toPayload(value: unknown, mayDiffer: boolean): Payload {
  if (isObject(value)) return { rows: [value], keys: Object.keys(value) };
  if (!Array.isArray(value)) return { rows: [], keys: [] };
  if (value.length > LIMITS.writtenRows) throw createTooManyRowsError();
  if (!value.every(isObject)) throw createBodyError('All object keys must match');
  const keys = new Set(value.flatMap((row) => Object.keys(row)));
  const areAlike = value.every((row) => Object.keys(row).length === keys.size);
  if (!areAlike && !mayDiffer) throw createBodyError('All object keys must match');
  return { rows: value, keys: [...keys] };
}

function parseCsv(body: string): Record<string, unknown>[] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const lines: string[][] = [[]];
  while (cell.lastIndex < body.length) {
    const found = cell.exec(body);
    if (found === null) throw createBodyError('Empty or invalid csv');
    lines.at(-1)?.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] !== ',' && cell.lastIndex < body.length) lines.push([]);
  }
  const [header = [], ...rows] = lines;
  if (header.length === 0) throw createBodyError('Empty or invalid csv');
  return rows.map((row) => {
    if (row.length !== header.length) {
      throw createBodyError('All lines must have same number of fields');
    }
    return Object.fromEntries(
      header.map((name, index) => [name, row[index] === 'NULL' ? null : row[index]]),
    );
  });
}
