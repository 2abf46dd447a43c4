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
