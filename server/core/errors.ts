import { HTTP_ERROR } from '#contract/constants/error-codes.ts';

/** `status`, `code` and `publicMessage` are sent to the client; `cause` is only logged. */
export interface AppErrorInit {
  /** HTTP status: 4xx if the caller can fix it, 5xx otherwise. */
  status: number;
  /** A constant of `#contract/constants/error-codes.ts`; never renamed, because clients depend on it. */
  code: string;
  /** One sentence: what happened and, if useful, what to do. */
  publicMessage: string;
  details?: string | null;
  hint?: string | null;
  headers?: Record<string, string>;
  /** Extra members of the error body, e.g. `weak_password`. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * The only error type sent to clients. `server/http` serialises it into the two formats (auth and tables); any
 * other error becomes a 500 without details.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly publicMessage: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Record<string, string>;
  readonly extra: Record<string, unknown>;

  constructor(init: AppErrorInit) {
    super(init.publicMessage, { cause: init.cause });
    this.name = 'AppError';
    this.status = init.status;
    this.code = init.code;
    this.publicMessage = init.publicMessage;
    this.details = init.details ?? null;
    this.hint = init.hint ?? null;
    this.headers = init.headers ?? {};
    this.extra = init.extra ?? {};
  }
}

const CODES: Readonly<Record<number, string>> = {
  401: HTTP_ERROR.unauthorized,
  403: HTTP_ERROR.forbidden,
  404: HTTP_ERROR.notFound,
  405: HTTP_ERROR.methodNotAllowed,
  409: HTTP_ERROR.conflict,
  413: HTTP_ERROR.tooLarge,
  429: HTTP_ERROR.tooManyRequests,
};

/** The code of an error that its status describes well enough. */
export const codeOfStatus = (status: number): string => CODES[status] ?? HTTP_ERROR.badRequest;

/** An error with the default code of its status. */
export function createHttpError(
  status: 400 | 401 | 403 | 404 | 405 | 409 | 412 | 413 | 429,
  publicMessage: string,
  headers: Record<string, string> = {},
): AppError {
  return new AppError({ status, code: codeOfStatus(status), publicMessage, headers });
}
