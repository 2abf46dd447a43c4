import express, { type RequestHandler } from 'express';
import { LIMITS } from '#contract/words/limits.ts';
import { createBadJsonError, createBodyTooLargeError } from '#server/identity/wire/auth.errors.ts';

export const neverStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

const rawBody = express.raw({ type: () => true, limit: LIMITS.bodyBytes });

/** Bytes, whatever type the client says they are; each route reads its own JSON out of them. */
export const readRawBody: RequestHandler = (req, res, next) => {
  rawBody(req, res, (error?: unknown) => {
    if (error === undefined) next();
    else if (Object(error).type === 'entity.too.large') next(createBodyTooLargeError());
    else next(createBadJsonError('the body could not be read'));
  });
};
