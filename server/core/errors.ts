/** What an `AppError` is made of; `status`, `code` and `publicMessage` reach the client, `cause` only the log. */
export interface AppErrorInit {
  /** HTTP status, 4xx for what the caller can mend, 5xx for what only we can. */
  status: number;
  /** A constant of `#contract/words/error-codes.ts`; clients branch on it, so it is never renamed. */
  code: string;
  /** One sentence that says what happened and, where it helps, what to do next. */
  publicMessage: string;
  details?: string | null;
  hint?: string | null;
  /** Extra response headers, e.g. `WWW-Authenticate`. */
  headers?: Record<string, string>;
  /** Extra members of the error body, e.g. `weak_password`. */
  extra?: Record<string, unknown>;
  cause?: unknown;
}

/**
 * The one error type that knows how to reach a client. The two wire shapes (auth and tables) are
 * serialised from it in `server/http`; everything else that is thrown becomes a 500 without details.
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
