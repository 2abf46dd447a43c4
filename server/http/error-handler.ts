import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { HTTP_ERROR, TABLE_ERROR } from '#contract/words/error-codes.ts';
import { readShortage, type Shortage } from '#db/errors.ts';
import { AppError } from '#server/core/errors.ts';
import type { Logger } from '#server/core/logger.ts';
import { crossOriginHeaders } from './cors.ts';
import { outageLogOf } from './outage-log.ts';
import { requestIdOf } from './request-log.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const VERSIONED_ERRORS = '2024-01-01';

interface WireError {
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

/** Turns the one error type into one of the wire's shapes. */
type Serialiser = (error: AppError, req: IncomingMessage, requestId: string) => WireError;

/** Everything outside the two contracts: health, storage, newsletter, pages. */
const serialiseGeneral: Serialiser = (error, _req, requestId) => ({
  body: { code: error.code, message: error.publicMessage, requestId, ...error.extra },
});

/** `{code, message}` with the version header for a client that sent it, `{code, error_code, msg}` otherwise. */
const serialiseAuth: Serialiser = (error, req, requestId) => {
  const isVersioned = String(req.headers[API_VERSION_HEADER] ?? '') >= VERSIONED_ERRORS;
  const isOurs = error.status >= 500;
  const headers = { 'x-sb-error-code': error.code };
  if (isVersioned) {
    return {
      headers: { ...headers, [API_VERSION_HEADER]: VERSIONED_ERRORS },
      body: { code: error.code, message: error.publicMessage, ...error.extra },
    };
  }
  return {
    headers,
    body: {
      code: error.status,
      error_code: error.code,
      msg: error.publicMessage,
      ...(isOurs ? { error_id: requestId } : {}),
      ...error.extra,
    },
  };
};

/** PostgREST's four members, always all of them. */
const serialiseTables: Serialiser = (error, _req, requestId) => ({
  headers: { 'Proxy-Status': `PostgREST; error=${error.code}` },
  body: {
    code: error.code,
    details: error.details ?? (error.status >= 500 ? `Request ${requestId}` : null),
    hint: error.hint,
    message: error.publicMessage,
  },
});

export const createErrorHandler = (logger: Logger) => handlerOf(logger, serialiseGeneral);

/** The same for what answers before Express sees the request. */
export const createErrorSender = (logger: Logger) => senderOf(logger, serialiseGeneral);
export const createTablesErrorSender = (logger: Logger) => senderOf(logger, serialiseTables);

function senderOf(logger: Logger, serialise: Serialiser) {
  return (thrown: unknown, req: IncomingMessage, res: ServerResponse): void => {
    if (!res.headersSent) res.setHeaders(new Map(Object.entries(crossOriginHeaders(req))));
    if (!sendError(logger, serialise, toAppError(thrown, {}), req, res)) res.destroy();
  };
}

export const createAuthErrorHandler = (logger: Logger) =>
  handlerOf(logger, serialiseAuth, {
    unparsable: (cause) => ({
      code: 'bad_json',
      publicMessage: `Could not parse request body as JSON: ${cause.message}`,
    }),
  });
export const createTablesErrorHandler = (logger: Logger) =>
  handlerOf(logger, serialiseTables, {
    unparsable: () => ({ code: 'PGRST102', publicMessage: 'Empty or invalid json' }),
    unexpected: 'XX000',
    shortage: {
      disk_full: TABLE_ERROR.diskFull,
      read_only: TABLE_ERROR.readOnly,
      busy: TABLE_ERROR.busy,
      away: TABLE_ERROR.databaseAway,
    },
  });

interface Wording {
  unparsable?: (cause: Error) => { code: string; publicMessage: string };
  unexpected?: string;
  shortage?: Record<Shortage, string>;
}

const SHORTAGE_CODES = {
  disk_full: HTTP_ERROR.diskFull,
  read_only: HTTP_ERROR.readOnly,
  busy: HTTP_ERROR.busy,
  away: HTTP_ERROR.databaseAway,
};
const SHORTAGE_WORDS: Record<Shortage, string> = {
  disk_full:
    'The disk of the server is full, so nothing was saved. Please try again later; whoever runs it has to make room.',
  read_only:
    'The disk of the server takes nothing at the moment, so nothing was saved. Please try again later; whoever runs it has to look at the disk.',
  busy: 'The server is busy with something longer, so nothing was saved. Please try again in a moment.',
  // A connection that broke during a commit leaves open whether it was made.
  away: 'The database cannot be reached at the moment. Please try again; what you changed last may have to be done once more.',
};

function handlerOf(
  logger: Logger,
  serialise: Serialiser,
  wording: Wording = {},
): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    // When the answer has begun, the only honest thing left is to break it off, which `next` does.
    if (!sendError(logger, serialise, toAppError(thrown, wording), req, res)) next(thrown);
  };
}

/** False when the answer has begun already. */
function sendError(
  logger: Logger,
  serialise: Serialiser,
  error: AppError,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const requestId = requestIdOf(res);
  // A visitor who hung up in the middle is not a defect of ours.
  const isOurs = error.status >= 500 && !res.destroyed;
  if (isOurs && readShortage(error.cause) === 'away') outageLogOf(logger)(error.cause);
  else if (isOurs) logger.error({ requestId, err: error.cause ?? error }, error.message);
  if (res.headersSent) return false;
  const { headers, body } = serialise(error, req, requestId);
  const text = JSON.stringify(body);
  res.writeHead(error.status, {
    ...error.headers,
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  });
  res.end(req.method === 'HEAD' ? undefined : text);
  return true;
}

/** What body-parser, `send` and Express throw carries a status and says whether its text may be shown. */
interface HttpError extends Error {
  status: number;
  expose: boolean;
  type?: string;
}

function isHttpError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

const CODE_OF_STATUS: Record<number, string> = {
  400: HTTP_ERROR.badRequest,
  401: HTTP_ERROR.unauthorized,
  403: HTTP_ERROR.forbidden,
  404: HTTP_ERROR.notFound,
  405: HTTP_ERROR.methodNotAllowed,
  413: HTTP_ERROR.tooLarge,
  429: HTTP_ERROR.tooManyRequests,
};

function toAppError(thrown: unknown, wording: Wording): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isHttpError(thrown) && thrown.status >= 400 && thrown.status < 500) {
    const words = thrown.type === 'entity.parse.failed' ? wording.unparsable?.(thrown) : undefined;
    return new AppError({
      status: thrown.status,
      code: words?.code ?? CODE_OF_STATUS[thrown.status] ?? HTTP_ERROR.badRequest,
      publicMessage: words?.publicMessage ?? thrown.message,
      cause: thrown,
    });
  }
  const shortage = readShortage(thrown);
  if (shortage) {
    // 503 and not 507: both official clients know it as a failure that passes, and keep the session.
    return new AppError({
      status: 503,
      code: (wording.shortage ?? SHORTAGE_CODES)[shortage],
      publicMessage: SHORTAGE_WORDS[shortage],
      headers: { 'Retry-After': '5' },
      cause: thrown,
    });
  }
  return new AppError({
    status: 500,
    code: wording.unexpected ?? HTTP_ERROR.unexpected,
    publicMessage: 'Something went wrong on our side. It has been noted; please try again.',
    cause: thrown,
  });
}

export function createNotFoundError(what = 'There is nothing at this address'): AppError {
  return new AppError({ status: 404, code: HTTP_ERROR.notFound, publicMessage: what });
}

/** The last stop of a router: nothing here has that address. */
export const answerUnknownPath: RequestHandler = (_req, _res, next) => next(createNotFoundError());
