import type { Request } from 'express';
import type { z } from 'zod';
import type { Bucket } from '#contract/calls/storage.ts';
import { isStorable } from '#server/core/parse-json.ts';
import { type ObjectPath, parseBucket, parseObjectKey, parseObjectPath } from './object-name.ts';
import {
  createBodyError,
  createBucketNotFoundError,
  createInvalidPathError,
  createNotSupportedError,
} from './storage.errors.ts';

/** Distinguishes a missing bucket from an invalid path. */
export function keyAt(rawPath: string): ObjectPath {
  const key = parseObjectKey(rawPath.split(/[?#]/)[0] ?? '');
  if (key) return key;
  const bucket = parseBucket(rawPath.split(/[/?#]|%2f/i)[0] ?? '');
  throw bucket ? createInvalidPathError() : createBucketNotFoundError();
}

export function bucketAt(name: unknown): Bucket {
  const bucket = typeof name === 'string' ? parseBucket(name) : undefined;
  if (!bucket) throw createBucketNotFoundError();
  return bucket;
}

export function pathAt(given: string): string {
  const path = parseObjectPath(given.replace(/^\/+/, ''));
  if (path === undefined) throw createInvalidPathError();
  return path;
}

export function refuseVersions(req: Request): void {
  if (req.query['versionId'] !== undefined)
    throw createNotSupportedError('Reading an older version');
}

export function readBody<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const parsed = schema.safeParse(req.body ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw createBodyError(
      `${issue?.path.join('.') || 'body'}: ${issue?.message ?? 'not as expected'}`,
    );
  }
  if (!isStorable(parsed.data)) throw createInvalidPathError();
  return parsed.data;
}
