import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { HTTP_ERROR, TABLE_ERROR } from '#contract/constants/error-codes.ts';
import { readTransientFailure, type TransientFailure } from '#db/errors.ts';
import { AppError, codeOfStatus, createHttpError } from '#server/core/errors.ts';
import type { Logger } from '#server/core/telemetry/logger.ts';
import { requestIdOf } from './observe-requests.ts';
import { crossOriginHeaders } from './security-headers.ts';

const API_VERSION_HEADER = 'x-supabase-api-version';
const VERSIONED_ERRORS = '2024-01-01';

interface WireError {
  headers?: Record<string, string>;
  body: Record<string, unknown>;
}

/** Converts an `AppError` to one of the response formats. */
type Serialiser = (error: AppError, req: IncomingMessage, requestId: string) => WireError;

/** For endpoints outside the three contracts: health, newsletter, pages. */
const serialiseGeneral: Serialiser = (error, _req, requestId) => ({
  body: { code: error.code, message: error.publicMessage, requestId, ...error.extra },
});

/** `{code, message}` with the version header for clients that sent it, else `{code, error_code, msg}`. */
const serialiseAuth: Serialiser = (error, req, requestId) => {
  const isVersioned = String(req.headers[API_VERSION_HEADER] ?? '') >= VERSIONED_ERRORS;
  const isServerError = error.status >= 500;
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
      ...(isServerError ? { error_id: requestId } : {}),
      ...error.extra,
    },
  };
};

/** PostgREST's four members, all always present. */
const serialiseTables: Serialiser = (error, _req, requestId) => ({
  headers: { 'Proxy-Status': `PostgREST; error=${error.code}` },
  body: {
    code: error.code,
    details: error.details ?? (error.status >= 500 ? `Request ${requestId}` : null),
    hint: error.hint,
    message: error.publicMessage,
  },
});

/** Supabase Storage's format: `statusCode` as text, `error` a code, `message` a sentence. */
export const toStorageBody = (error: AppError) => ({
  statusCode: String(error.status),
  error: error.code,
  code: error.code,
  message: error.publicMessage,
  ...error.extra,
});

const serialiseStorage: Serialiser = (error, _req, requestId) => ({
  body: { ...toStorageBody(error), requestId },
});

export const createErrorHandler = (logger: Logger) => handlerOf(logger, serialiseGeneral);

/** For handlers that run before Express. */
export const createErrorSender = (logger: Logger) => senderOf(logger, serialiseGeneral);
export const createStorageErrorHandler = (logger: Logger) => handlerOf(logger, serialiseStorage);
export const createStorageErrorSender = (logger: Logger) => senderOf(logger, serialiseStorage);
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
    unexpected: 'XX000',
    transient: {
      disk_full: TABLE_ERROR.diskFull,
      read_only: TABLE_ERROR.readOnly,
      busy: TABLE_ERROR.busy,
      unreachable: TABLE_ERROR.databaseAway,
    },
  });

interface Wording {
  unparsable?: (cause: Error) => { code: string; publicMessage: string };
  unexpected?: string;
  transient?: Record<TransientFailure, string>;
}

const TRANSIENT_CODES = {
  disk_full: HTTP_ERROR.diskFull,
  read_only: HTTP_ERROR.readOnly,
  busy: HTTP_ERROR.busy,
  unreachable: HTTP_ERROR.databaseAway,
};
const TRANSIENT_MESSAGES: Record<TransientFailure, string> = {
  disk_full:
    'The disk of the server is full, so nothing was saved. Please try again later; its administrator has to make room.',
  read_only:
    'The disk of the server is read-only at the moment, so nothing was saved. Please try again later; its administrator has to check the disk.',
  busy: 'The server is busy, so nothing was saved. Please try again in a moment.',
  // If a connection breaks during a commit, the outcome is unknown.
  unreachable:
    'The database cannot be reached at the moment. Please try again; your last change may not have been saved.',
};

function handlerOf(
  logger: Logger,
  serialise: Serialiser,
  wording: Wording = {},
): ErrorRequestHandler {
  return (thrown, req, res, next) => {
    // If the response has begun, `next` aborts it.
    if (!sendError(logger, serialise, toAppError(thrown, wording), req, res)) next(thrown);
  };
}

const OUTAGE_INTERVAL_MS = 1_000;
let outageLoggedAt = Number.NEGATIVE_INFINITY;

/**
 * Logs at most one line a second, because an outage fails every request. It has no stack, because no request is the
 * cause.
 */
function logOutage(logger: Logger, cause: unknown): void {
  const now = performance.now();
  if (now - outageLoggedAt < OUTAGE_INTERVAL_MS) return;
  outageLoggedAt = now;
  const { message, code } = Object(cause);
  logger.error({ reason: message || code }, 'the database cannot be reached');
}

/** False if the response has already begun. */
function sendError(
  logger: Logger,
  serialise: Serialiser,
  error: AppError,
  req: IncomingMessage,
  res: ServerResponse,
): boolean {
  const requestId = requestIdOf(res);
  // A client that disconnected is not a server error.
  const isServerError = error.status >= 500 && !res.destroyed;
  if (isServerError && readTransientFailure(error.cause) === 'unreachable') {
    logOutage(logger, error.cause);
  } else if (isServerError) logger.error({ requestId, err: error.cause ?? error }, error.message);
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

/** Errors of body-parser, `send` and Express carry a status and whether the message is public. */
interface HttpError extends Error {
  status: number;
  expose: boolean;
  type?: string;
}

function isHttpError(thrown: unknown): thrown is HttpError {
  return thrown instanceof Error && 'status' in thrown && typeof thrown.status === 'number';
}

function toAppError(thrown: unknown, wording: Wording): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isHttpError(thrown) && thrown.status >= 400 && thrown.status < 500) {
    const custom = thrown.type === 'entity.parse.failed' ? wording.unparsable?.(thrown) : undefined;
    return new AppError({
      status: thrown.status,
      code: custom?.code ?? codeOfStatus(thrown.status),
      publicMessage: custom?.publicMessage ?? thrown.message,
      cause: thrown,
    });
  }
  const transient = readTransientFailure(thrown);
  if (transient) {
    // 503 rather than 507: both official clients treat it as temporary and keep the session.
    return new AppError({
      status: 503,
      code: (wording.transient ?? TRANSIENT_CODES)[transient],
      publicMessage: TRANSIENT_MESSAGES[transient],
      headers: { 'Retry-After': '5' },
      cause: thrown,
    });
  }
  return new AppError({
    status: 500,
    code: wording.unexpected ?? HTTP_ERROR.unexpected,
    publicMessage: 'Something went wrong on our side. The error was logged; please try again.',
    cause: thrown,
  });
}

export function createNotFoundError(what = 'There is nothing at this address'): AppError {
  return createHttpError(404, what);
}

/** Final handler of a router: 404. */
export const answerUnknownPath: RequestHandler = (_req, _res, next) => next(createNotFoundError());
