import type { IncomingMessage } from 'node:http';
import { LIMITS } from '#contract/constants/limits.ts';
import { BODIES, FORM_LIMITS } from '#server/core/body-limits.ts';
import { parseUntrustedJson } from '#server/core/parse-json.ts';
import {
  createBodyError,
  createBodyTooLargeError,
  createTooManyKeysError,
  createTooManyRowsError,
} from '../tables.errors.ts';

/** Rows of a request as JSON values, whatever its format. */
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

const PARSERS: ReadonlyMap<string, (body: string) => unknown> = new Map([
  ['', parseJson],
  ['application/json', parseJson],
  ['application/vnd.pgrst.object+json', parseJson],
  ['application/vnd.pgrst.array+json', parseJson],
  ['text/csv', parseCsv],
  ['application/x-www-form-urlencoded', parseForm],
]);

/** More than any table's columns. */
const MAX_KEYS = 200;

/** `mayDiffer`: a `columns` parameter selects the keys, so rows may differ. */
export function parsePayload(
  body: string,
  contentType: string | undefined,
  mayDiffer: boolean,
): Payload {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const parse = PARSERS.get(type);
  if (parse === undefined) throw createBodyError(`Content-Type not acceptable: ${type}`);
  const value = parse(body);
  const rows: unknown[] = Array.isArray(value) ? value : isObject(value) ? [value] : [];
  if (rows.length > LIMITS.writtenRows) throw createTooManyRowsError();
  if (!rows.every(isObject)) throw createBodyError('All object keys must match');
  const keys = new Set<string>();
  for (const row of rows) {
    for (const key in row) keys.add(key);
    if (keys.size > MAX_KEYS) throw createTooManyKeysError(MAX_KEYS);
  }
  for (const row of mayDiffer ? [] : rows) {
    if (Object.keys(row).length < keys.size) throw createBodyError('All object keys must match');
  }
  return { rows, keys: [...keys] };
}

function parseJson(body: string): unknown {
  try {
    return parseUntrustedJson(body, BODIES.tables);
  } catch {
    throw createBodyError('Empty or invalid json');
  }
}

function parseForm(body: string): Record<string, string> {
  const isLong = Buffer.byteLength(body) > FORM_LIMITS.bytes;
  if (isLong || body.split('&', FORM_LIMITS.pairs + 1).length > FORM_LIMITS.pairs) {
    throw createBodyTooLargeError();
  }
  return Object.fromEntries(new URLSearchParams(body));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Stops at the limits of rows and columns. */
function parseCsv(body: string): Record<string, unknown>[] {
  const lines: string[][] = [[]];
  for (let at = 0; at < body.length; ) {
    const { text, end } = readCell(body, at);
    const line = lines.at(-1);
    if (line?.push(text) === MAX_KEYS + 1) throw createTooManyKeysError(MAX_KEYS);
    at = end;
    if (body[at] === ',') at += 1;
    else if (at < body.length) {
      at += body[at] === '\r' ? 2 : 1;
      if (at < body.length && lines.push([]) > LIMITS.writtenRows + 1) {
        throw createTooManyRowsError();
      }
    }
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

/** Parses the cell at `start`, up to a comma, a line break or the end. */
function readCell(body: string, start: number): { text: string; end: number } {
  const isQuoted = body[start] === '"';
  let end = start;
  if (isQuoted) {
    do {
      end = body.indexOf('"', end + 1) + 1;
      if (end === 0) throw createBodyError('Empty or invalid csv');
    } while (body[end] === '"');
  } else end = endOfPlainCell(body, start);
  const text = body.slice(start, end);
  if (!/^(?:,|\r?\n|$)/.test(body.slice(end, end + 2)))
    throw createBodyError('Empty or invalid csv');
  return { text: isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text, end };
}

function endOfPlainCell(body: string, start: number): number {
  const end = /[",\r\n]/g;
  end.lastIndex = start;
  return end.exec(body)?.index ?? body.length;
}
