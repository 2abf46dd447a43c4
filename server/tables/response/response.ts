import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CompiledQuery } from 'kysely';
import { LIMITS } from '#contract/constants/limits.ts';
import type { ReadPlan, RowWindow } from '../read/build-select.ts';
import type { TableDefinition } from '../registry.ts';
import { negotiatedHeaders, type TableRequest } from '../table-request.ts';
import {
  createRangeError,
  createResponseTooLargeError,
  createSingularError,
  tableError,
} from '../tables.errors.ts';
import type { Outcome } from '../write/rows.ts';
import { toCsv } from './csv.ts';
import { unreadResponses } from './unread-responses.ts';

/** The response before it is sent. */
export interface TableResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Whether everyone with the role gets this response until the change log grows. */
  readonly isShareable: boolean;
}

/** Up to this size, a string that node sends together with the headers is faster than a Buffer. */
const MAX_STRING_BYTES = 16 * 1024;

export function sendTableResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: TableResponse,
): void {
  const { status, headers, body } = response;
  const hasBody = status !== 204 && status !== 304;
  // A response without a body has no length; all others do, even for HEAD.
  const bytes = Buffer.byteLength(body);
  const length = hasBody ? { 'Content-Length': bytes } : {};
  res.writeHead(status, { ...headers, ...length });
  if (!hasBody || req.method === 'HEAD') {
    res.end();
    return;
  }
  // Compressed bytes are not text.
  if (bytes < MAX_STRING_BYTES && headers['Content-Encoding'] === undefined) {
    res.end(body.toString());
    return;
  }
  unreadResponses.watch(res, bytes);
  res.end(body);
}

type Run = <R>(compiled: CompiledQuery<R>) => Promise<R | undefined>;

export async function respondToRead(
  request: TableRequest,
  plan: ReadPlan,
  run: Run,
): Promise<TableResponse> {
  const media = negotiateMediaType(request.headers.accept);
  const { body, rows } = (await run(plan.page)) ?? { body: '[]', rows: 0 };
  // PostgreSQL has checked the size; SQLite checks only large rows.
  if (body === null || body.length > LIMITS.answerBytes) {
    throw createResponseTooLargeError(LIMITS.answerBytes);
  }
  const { count, handling } = request.prefer;
  const total = count === undefined ? null : await countAll();
  const { status, contentRange } = describeRange(rows, plan.window, total);
  return {
    status,
    headers: {
      'Content-Type': media.contentType,
      'Content-Range': contentRange,
      ...contentLocationOf(request),
      ...negotiatedHeaders(request, { count, handling }),
      ...(plan.isShareable ? {} : { 'Cache-Control': 'no-store' }),
    },
    body: renderPage(body, rows, media),
    isShareable: plan.isShareable,
  };

  /** An incomplete page is the last one, so the total needs no query. */
  async function countAll(): Promise<number> {
    const { offset, limit } = plan.window;
    if (rows < limit && (rows > 0 || offset === 0)) return offset + rows;
    const counted = await run(plan.total());
    // Rows may disappear between the two statements; the total is never below the rows returned.
    return Math.max(counted?.total ?? 0, rows === 0 ? 0 : offset + rows);
  }
}

/** Status and `Content-Range` of a read that returned `rows` rows; `total` only if a count was requested. */
function describeRange(
  rows: number,
  { offset }: RowWindow,
  total: number | null,
): { status: 200 | 206; contentRange: string } {
  const range = rows === 0 ? '*' : `${offset}-${offset + rows - 1}`;
  if (total === null) return { status: 200, contentRange: `${range}/*` };
  if (offset > total) {
    throw createRangeError(
      `An offset of ${offset} was requested, but there are only ${total} rows.`,
      { 'Content-Range': `*/${total}` },
    );
  }
  return { status: rows === total ? 200 : 206, contentRange: `${range}/${total}` };
}

const MAX_LOCATION = 2000;

/** The address with sorted parameters, unless it is too long for a header. */
function contentLocationOf({ path, rawQuery }: TableRequest): Record<string, string> {
  if (rawQuery === '') return { 'Content-Location': path };
  if (rawQuery.length > MAX_LOCATION) return {};
  return { 'Content-Location': `${path}?${rawQuery.split('&').sort().join('&')}` };
}

export function respondToWrite(
  request: TableRequest,
  table: TableDefinition,
  media: MediaType,
  outcome: Outcome,
): TableResponse {
  const { method, prefer } = request;
  const isInsert = method === 'POST' || method === 'PUT';
  const negotiated = negotiatedHeaders(request, {
    resolution: method === 'POST' ? prefer.resolution : undefined,
    missing: method === 'DELETE' ? undefined : prefer.missing,
    return: prefer.return,
    count: prefer.count,
    handling: prefer.handling,
    maxAffected: isInsert ? undefined : prefer.maxAffected,
  });
  const rows = outcome.rows ?? [];
  const isShown = prefer.return === 'representation';
  const isCreated =
    outcome.isCreation || (method === 'POST' && prefer.resolution !== 'merge-duplicates');
  const count = outcome.keys.length;
  const range = method === 'PATCH' && count > 0 ? `0-${count - 1}` : '*';
  return {
    status: isCreated ? 201 : method === 'POST' || isShown ? 200 : 204,
    headers: {
      ...(isShown ? { 'Content-Type': media.contentType } : {}),
      'Content-Range': `${range}/${prefer.count === undefined ? '*' : count}`,
      ...negotiated,
      ...(prefer.return === 'headers-only' && method === 'POST' ? locationOf(table, outcome) : {}),
      'Cache-Control': 'no-store',
    },
    body: isShown ? renderPage(`[${rows.join(',')}]`, rows.length, media) : '',
    isShareable: false,
  };
}

function locationOf(
  { name, primaryKey }: TableDefinition,
  { keys }: Outcome,
): Record<string, string> {
  const [key, ...others] = keys;
  if (key === undefined || others.length > 0) return {};
  const parameters = new URLSearchParams(
    primaryKey.map((column, index): [string, string] => [column, `eq.${key[index]}`]),
  );
  return { Location: `/${name}?${parameters.toString()}` };
}

/** Converts a JSON array from the database into the requested format. */
function renderPage(page: Buffer | string, rows: number, media: MediaType): Buffer | string {
  if (media.form === 'object' && rows !== 1) throw createSingularError(rows);
  const isRewritten = media.form === 'csv' || media.stripped;
  if (isRewritten && page.length > LIMITS.rewrittenBytes) {
    throw createResponseTooLargeError(LIMITS.rewrittenBytes);
  }
  if (media.form === 'csv') return toCsv(JSON.parse(page.toString()));
  if (media.stripped) {
    const kept = withoutNulls(JSON.parse(page.toString()));
    return JSON.stringify(media.form === 'object' && Array.isArray(kept) ? kept[0] : kept);
  }
  if (media.form === 'array') return page;
  // Removes the brackets around the only object.
  return typeof page === 'string' ? page.slice(1, -1) : page.subarray(1, -1);
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutNulls(member)]));
}

/** Response format; `stripped` omits nulls. */
interface MediaType {
  readonly form: 'array' | 'object' | 'csv';
  readonly stripped: boolean;
  readonly contentType: string;
}

const JSON_TYPE = 'application/json';
const OBJECT = 'application/vnd.pgrst.object+json';
const ARRAY = 'application/vnd.pgrst.array+json';
const STRIPPED = ';nulls=stripped';

const mediaType = (type: string, form: MediaType['form']): [string, MediaType] => [
  type,
  { form, stripped: type.endsWith(STRIPPED), contentType: `${type}; charset=utf-8` },
];
const JSON_ARRAY = mediaType(JSON_TYPE, 'array')[1];

const MEDIA_TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['*/*', JSON_ARRAY],
  ['application/*', JSON_ARRAY],
  [JSON_TYPE, JSON_ARRAY],
  mediaType(ARRAY, 'array'),
  mediaType(ARRAY + STRIPPED, 'array'),
  mediaType(OBJECT, 'object'),
  mediaType(OBJECT + STRIPPED, 'object'),
  mediaType('text/csv', 'csv'),
]);

/** The first supported type; weights are ignored. */
export function negotiateMediaType(accept: string | undefined): MediaType {
  if (accept === undefined || accept.trim() === '' || accept === '*/*') return JSON_ARRAY;
  const names = accept.split(',').map((range) => range.split(';').map((part) => part.trim()));
  for (const [name = '', ...parameters] of names) {
    const isStripped = parameters.some((it) => it.toLowerCase() === STRIPPED.slice(1));
    const lower = name.toLowerCase();
    const type = lower === 'application/vnd.pgrst.object' ? OBJECT : lower;
    const known = MEDIA_TYPES.get(isStripped ? type + STRIPPED : type);
    if (known !== undefined) return known;
  }
  const types = names.map(([name]) => name).join(', ');
  throw tableError('notAcceptable', `None of these media types are available: ${types}`);
}
