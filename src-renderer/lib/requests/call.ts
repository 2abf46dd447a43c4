import type { z } from 'zod';
import type { Call, PathParams, CALLS as Table } from '#contract/calls/calls.ts';

type Calls = typeof Table;

type Params<C extends Call> =
  unknown extends PathParams<C['path']>
    ? Record<never, never>
    : { readonly params: { readonly [Name in keyof PathParams<C['path']>]: string | number } };

/** The input of a GET is text in its address and may be omitted where it has a default. */
type Input<C extends Call> = C['input'] extends z.ZodType
  ? C['method'] extends 'GET'
    ? { readonly input?: Partial<z.output<C['input']>> }
    : { readonly input: z.input<C['input']> }
  : C['input'] extends 'file'
    ? { readonly input: File }
    : Record<never, never>;

type Options<C extends Call> = Params<C> &
  Input<C> & {
    readonly signal?: AbortSignal;
    /** Continues after the page is unloaded. */
    readonly keepalive?: boolean;
  };

/** A file is returned as the Response, to be saved under the server's file name. */
type Answer<C extends Call> = C['output'] extends z.ZodType ? z.output<C['output']> : Response;

export type CallName = keyof Calls;
export type CallOptions<Name extends CallName> = Options<Calls[Name]>;

/** Calls whose options may all be omitted. */
type BareName = {
  [Name in CallName]: Record<never, never> extends CallOptions<Name> ? Name : never;
}[CallName];

interface MakeCall {
  <Name extends BareName>(name: Name): Promise<Answer<Calls[Name]>>;
  <Name extends CallName>(name: Name, options: CallOptions<Name>): Promise<Answer<Calls[Name]>>;
}

/** An error with the server's own message, or a network error. */
export class CallError extends Error {
  readonly code: string | undefined;
  /** Seconds until a retry makes sense, if the server states it. */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    {
      code,
      retryAfter,
      cause,
    }: { code?: string | undefined; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'CallError';
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

export const NO_ANSWER = 'The server did not answer. Please try again.';
const INVALID_ANSWER = 'The server sent an unexpected answer. Please reload the page.';

/** Creates the calls of the contract with the given fetch; rejects with `CallError`. */
export function createCall(fetchAs: typeof fetch): MakeCall {
  // The type above is exact per call; here all calls are handled alike.
  return async (name: CallName, given: LooseOptions = {}) => {
    const noAnswer = (cause: unknown) => {
      given.signal?.throwIfAborted();
      throw new CallError(NO_ANSWER, { cause });
    };
    // Loaded with the first call: all schemas together are larger than most pages.
    const { CALLS } = await import('#contract/calls/calls.ts').catch(noAnswer);
    const { path, output, ...call }: Call = CALLS[name];
    const address = addressOf({ ...call, path }, given);
    const answer = await fetchAs(address, requestOf(call, given)).catch(noAnswer);
    if (!answer.ok) throw await readRefusal(answer);
    // The `Answer` type of a file is the response.
    if (output === 'file') return answer as never;
    const body: unknown = answer.status === 204 ? {} : await answer.json().catch(() => undefined);
    const parsed = output.safeParse(body);
    if (!parsed.success) throw new CallError(INVALID_ANSWER, { cause: parsed.error });
    // Parsed by the schema of this call.
    return parsed.data as never;
  };
}

interface LooseOptions {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly input?: unknown;
  readonly signal?: AbortSignal;
  readonly keepalive?: boolean;
}

function addressOf({ method, path }: Pick<Call, 'method' | 'path'>, given: LooseOptions): string {
  const address = path.replace(/:(\w+)/g, (_match, name) =>
    encodeURIComponent(String(given.params?.[name])),
  );
  if (method !== 'GET') return address;
  const query = Object.entries({ ...Object(given.input) }).map(([key, one]) => [key, String(one)]);
  return query.length === 0 ? address : `${address}?${new URLSearchParams(query)}`;
}

function requestOf({ method }: Pick<Call, 'method'>, given: LooseOptions): RequestInit {
  const { input, signal, keepalive } = given;
  const request = { method, ...(signal ? { signal } : {}), ...(keepalive ? { keepalive } : {}) };
  if (method === 'GET' || input === undefined) return request;
  if (input instanceof File) {
    return { ...request, headers: { 'Content-Type': 'application/octet-stream' }, body: input };
  }
  return {
    ...request,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(input),
  };
}

/** Our errors have `message` and `code`, GoTrue's `msg` and `error_code`. */
async function readRefusal(answer: Response): Promise<CallError> {
  const body: unknown = await answer.json().catch(() => undefined);
  const fields: Readonly<Record<string, unknown>> = { ...Object(body) };
  const text = fields['message'] ?? fields['msg'] ?? `The server answered ${answer.status}.`;
  const retryAfter = Number(answer.headers.get('Retry-After') ?? Number.NaN);
  return new CallError(String(text), {
    code: String(fields['error_code'] ?? fields['code'] ?? ''),
    ...(retryAfter > 0 ? { retryAfter } : {}),
  });
}
