import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import type { Call, PathParams } from '#contract/calls/calls.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { RouterDeps } from '#server/core/deps.ts';
import { createHttpError } from '#server/core/errors.ts';
import { isStorable } from '#server/core/parse-json.ts';
import { createNotFoundError } from './error-handler.ts';

/** Prefixes of routers with their own checks; calls are mounted there by the rest of their path. */
const PREFIXES = [`${API_PATHS.admin}/`, `${API_PATHS.auth}/`];

type Input<C extends Call> = C['input'] extends z.ZodType ? z.output<C['input']> : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a use case without a result returns void
type Nothing = void;
/** A handler may return nothing for a file, or for an answer without required members. */
type Answer<C extends Call> = C['output'] extends z.ZodType
  ? Record<never, never> extends z.input<C['output']>
    ? z.input<C['output']> | Nothing
    : z.input<C['output']>
  : Nothing;

interface Exchange<C extends Call, Caller> {
  readonly params: PathParams<C['path']>;
  readonly caller: Caller;
  readonly req: Request;
  readonly res: Response;
}

interface MountOptions<Caller> {
  /** Middleware that runs first: rate limit, body parser. */
  readonly before?: readonly RequestHandler[];
  /** Returns the caller or throws; runs before the input is parsed. */
  readonly admit?: (req: Request) => Promise<Caller>;
  /** Custom parsing of the body. */
  readonly read?: <S extends z.ZodType>(schema: S, req: Request) => z.output<S>;
}

/** Mounts a call of the contract with parsed input and typed output. */
export function mountCall<const C extends Call, Caller = undefined>(
  router: Router,
  call: C,
  handle: (input: Input<C>, exchange: Exchange<C, Caller>) => Answer<C> | Promise<Answer<C>>,
  { before = [], admit, read = readInput }: MountOptions<Caller> = {},
): void {
  const { method, path, input, output, status = 200 } = call;
  const verb = ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[method];
  const mountedAt = PREFIXES.find((prefix) => path.startsWith(prefix)) ?? '/';
  router[verb](path.slice(mountedAt.length - 1), ...before, async (req, res) => {
    // An answer belongs to its caller.
    res.set('Cache-Control', 'no-store');
    // Safe: without `admit`, `Caller` is `undefined`.
    const caller = (await admit?.(req)) as Caller;
    const given = typeof input === 'object' ? read(input, req) : undefined;
    const params = req.params as PathParams<C['path']>;
    const answer = await handle(given as Input<C>, { params, caller, req, res });
    // Files are written by the handler; forms without JavaScript get a page.
    if (output === 'file' || res.headersSent) return;
    if (status === 204) res.status(status).end();
    else res.status(status).json(answer ?? {});
  });
}

/**
 * Mounts a call about one row. The handler gets the id of the path, and returns `undefined` or `false` for an unknown
 * row. For an unknown row and for an invalid id, the answer is a 404 with the text `notFound`.
 */
export function mountRowCall<const C extends Call, Caller = undefined>(
  router: Router,
  call: C,
  notFound: string,
  handle: (
    id: number,
    input: Input<C>,
    exchange: Exchange<C, Caller>,
  ) => Promise<z.input<Extract<C['output'], z.ZodType>> | boolean | undefined>,
  options?: MountOptions<Caller>,
): void {
  const handleRow = async (input: Input<C>, exchange: Exchange<C, Caller>) => {
    const id = idOf({ id: String(exchange.req.params['id']) }, notFound);
    const answer = await handle(id, input, exchange);
    if (answer === undefined || answer === false) throw createNotFoundError(notFound);
    // Safe: `true` stands for an answer without members.
    return (answer === true ? undefined : answer) as Answer<C>;
  };
  mountCall(router, call, handleRow, options);
}

/** Parses the query of a GET or the body of other methods; throws a 400 with the schema's first message. */
function readInput<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const parsed = schema.safeParse((req.method === 'GET' ? req.query : req.body) ?? {});
  if (!parsed.success) {
    throw createHttpError(400, parsed.error.issues[0]?.message ?? 'The request is not complete');
  }
  if (!isStorable(parsed.data))
    throw createHttpError(400, 'A text contains a character that cannot be stored.');
  return parsed.data;
}

/** For `admit`: the id of the signed-in user; refuses others with these texts. */
export function admitUser(
  { resolveActor }: Pick<RouterDeps, 'resolveActor'>,
  refusals: { readonly anonymous: string; readonly notUser: string },
): (req: Request) => Promise<string> {
  return async (req) => {
    const { role, userId } = await resolveActor(req);
    if (role === 'anon') throw createHttpError(401, refusals.anonymous);
    if (userId === null) throw createHttpError(403, refusals.notUser);
    return userId;
  };
}

/** The largest id of both databases. */
const LARGEST_ID = 2 ** 31 - 1;

/** Parses the id of a row in a path. Anything that cannot be an id gets the same 404 as a missing row. */
export function idOf({ id }: { readonly id: string }, notFound: string): number {
  const number = /^\d{1,10}$/.test(id) ? Number(id) : 0;
  if (number < 1 || number > LARGEST_ID) throw createNotFoundError(notFound);
  return number;
}
