import { pipeline as connect, PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { Request } from 'express';
import { createBodyError } from '../storage.errors.ts';

/** One file and a few short fields. */
const LIMITS = { files: 1, fields: 10, parts: 12, fieldSize: 8 * 1024, headerPairs: 20 };

/**
 * Streams the file of a body, which is raw or a form, to `consume`. Returns its result and the form's fields:
 * `cacheControl`, `metadata`. The stream ends with the form, and fails if the form is refused.
 */
export async function readUploadBody<T>(req: Request, consume: (file: Readable) => Promise<T>) {
  const fields: Record<string, string> = {};
  if (!req.is('multipart/form-data')) return { result: await consume(req), fields };
  let consuming: Promise<T> | undefined;
  const parser = openParser(req);
  let failure: unknown;
  const fail = (error: unknown) => {
    // An aborted form also ends its file with an error.
    if (parser.destroyed) return;
    failure = error;
    parser.destroy(error instanceof Error ? error : undefined);
  };
  parser.on('field', (name, value, { valueTruncated }) => {
    if (valueTruncated) fail(createBodyError(`the field ${name} is too long`));
    else fields[name] = value;
  });
  parser.on('file', (_name, file) => {
    const untilFormEnds = new PassThrough({ flush: (done) => void form.then(() => done(), done) });
    consuming = consume(connect(file, untilFormEnds, () => undefined));
    consuming.catch(fail);
  });
  for (const limit of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) {
    parser.on(limit, () =>
      fail(createBodyError('the form has more than one file or too many fields')),
    );
  }
  const form = pipeline(req.iterator({ destroyOnReturn: false }), parser);
  try {
    await form;
  } catch (error) {
    // The refused file is removed before the answer.
    await consuming?.catch(() => undefined);
    throw failure ?? createBodyError(error instanceof Error ? error.message : 'it ended too early');
  }
  if (!consuming) throw createBodyError('the form has no file');
  return { result: await consuming, fields };
}

function openParser(req: Request) {
  try {
    return busboy({ headers: req.headers, limits: LIMITS, defParamCharset: 'utf8' });
  } catch (error) {
    throw createBodyError(error instanceof Error ? error.message : 'it is not a form');
  }
}
