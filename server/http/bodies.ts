import express, { type RequestHandler } from 'express';
import { BODIES } from '#server/core/body-limits.ts';
import { parseUntrustedJson } from '#server/core/parse-json.ts';

type BodyName = keyof typeof BODIES;

/** Reads the raw body of any type. */
export const readRaw = (name: BodyName): RequestHandler =>
  express.raw({ type: () => true, limit: BODIES[name].bytes });

/** Parses a JSON body into `req.body` after checking size, depth and number of members. */
export function readJson(name: BodyName): RequestHandler {
  const limits = BODIES[name];
  const readText = express.text({ type: 'application/json', limit: limits.bytes });
  return (req, res, next) => {
    readText(req, res, (error?: unknown) => {
      if (error !== undefined || typeof req.body !== 'string') {
        next(error);
        return;
      }
      try {
        req.body = req.body === '' ? {} : parseUntrustedJson(req.body, limits);
        next();
      } catch (cause) {
        next(Object.assign(new SyntaxError('The body is not valid JSON', { cause }), UNPARSABLE));
      }
    });
  };
}

/** The shape of Express' own parse error. */
const UNPARSABLE = { status: 400, expose: true, type: 'entity.parse.failed' };

/** `URLSearchParams` takes seconds for hundreds of thousands of pairs. */
const FORM_PAIRS = 100;

/** Parses a form into `req.body`. */
export const readForm = (name: BodyName): RequestHandler =>
  express.urlencoded({
    extended: false,
    limit: BODIES[name].bytes,
    parameterLimit: FORM_PAIRS,
  });
