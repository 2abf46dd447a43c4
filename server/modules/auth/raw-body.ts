import type { RequestHandler } from 'express';
import { readRaw } from '#server/http/bodies.ts';
import { createBadJsonError, createRefusal } from './auth.errors.ts';

export const neverStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};

const rawBody = readRaw('auth');

/** Reads raw bytes of any content type; each route parses its own JSON. */
export const readRawBody: RequestHandler = (req, res, next) => {
  rawBody(req, res, (error?: unknown) => {
    if (error === undefined) next();
    else if (Object(error).type === 'entity.too.large') next(createRefusal('requestTooLarge'));
    else next(createBadJsonError('the body could not be read'));
  });
};
