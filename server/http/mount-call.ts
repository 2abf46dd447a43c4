import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import type { Call, PathParams } from '#contract/calls/calls.ts';
import { HTTP_ERROR } from '#contract/words/error-codes.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { AppError } from '#server/core/errors.ts';

/** Whole routers hang here, behind a door of their own; what is mounted in them is told without it. */
const DOORS = [`${API_PATHS.admin}/`, `${API_PATHS.auth}/`];

type Input<C extends Call> = C extends { input: infer S extends z.ZodType }
  ? z.output<S>
  : undefined;
// biome-ignore lint/suspicious/noConfusingVoidType: a use case with nothing to say returns void
type Nothing = void;
/** Nothing, where what comes back has no member that has to be there, or is a file. */
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
  /** What comes first: a limit, the parser of the body. */
  readonly before?: readonly RequestHandler[];
  /** Who asks, or an error: told before what is asked is looked at. */
  readonly admit?: (req: Request) => Promise<Caller>;
  /** How a body becomes the input, where it is not the general way. */
  readonly read?: <S extends z.ZodType>(schema: S, req: Request) => z.output<S>;
}

/** Answers one call of the contract's table: what comes in has been parsed, what goes out is typed. */
export function mountCall<const C extends Call, Caller = undefined>(
  router: Router,
  call: C,
  handle: (input: Input<C>, exchange: Exchange<C, Caller>) => Answer<C> | Promise<Answer<C>>,
  { before = [], admit, read = readInput }: MountOptions<Caller> = {},
): void {
  const { method, path, input, output, status = 200 } = call;
  const verb = ({ GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const)[method];
  const door = DOORS.find((prefix) => path.startsWith(prefix)) ?? '/';
  router[verb](path.slice(door.length - 1), ...before, async (req, res) => {
    // Absent exactly where its type is the default.
    const caller = (await admit?.(req)) as Caller;
    const given = typeof input === 'object' ? read(input, req) : undefined;
    // The router has matched the path, and the schema has parsed what came.
    const params = req.params as PathParams<C['path']>;
    const answer = await handle(given as Input<C>, { params, caller, req, res });
    // A file is written by who has it, and a form without a script gets a page.
    if (output === 'file' || res.headersSent) return;
    if (status === 204) res.status(status).end();
    else res.status(status).json(answer ?? {});
  });
}

/** What a GET asks in its address or another method in its body; or a 400 with the schema's first sentence. */
function readInput<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const parsed = schema.safeParse((req.method === 'GET' ? req.query : req.body) ?? {});
  if (parsed.success) return parsed.data;
  throw new AppError({
    status: 400,
    code: HTTP_ERROR.badRequest,
    publicMessage: parsed.error.issues[0]?.message ?? 'The request is not complete',
  });
}
