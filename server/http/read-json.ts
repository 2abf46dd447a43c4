import type { Request } from 'express';
import type { z } from 'zod';
import { HTTP_ERROR } from '#contract/error-codes.ts';
import { AppError } from '#server/core/errors.ts';

/** The parsed body, or a 400 with the schema's first sentence. */
export function readJson<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const parsed = schema.safeParse(req.body ?? {});
  if (parsed.success) return parsed.data;
  throw new AppError({
    status: 400,
    code: HTTP_ERROR.badRequest,
    publicMessage: parsed.error.issues[0]?.message ?? 'The request is not complete',
  });
}
