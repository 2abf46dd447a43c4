import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import type { Bucket } from '#contract/calls/storage.ts';
import { API_PATHS } from '#contract/words/paths.ts';
import { parseQueryParameters } from '#server/core/query-parameters.ts';
import { createStorageErrorSender } from '#server/http/error-handler.ts';
import type { ObjectGate } from './object-gate.ts';
import type { ObjectPath } from './object-name.ts';
import { resolveObject } from './objects.usecases.ts';
import type { ServeObject } from './serve-object.ts';
import {
  createMethodError,
  createObjectNotFoundError,
  createPremiumError,
} from './storage.errors.ts';
import { keyAt } from './storage-request.ts';
import type { StorageDeps } from './upload.usecases.ts';

const PUBLIC_PREFIX = `${API_PATHS.publicObject}/`;

export interface StorageParts {
  gate: ObjectGate;
  serve: ServeObject;
}

/**
 * `GET /storage/v1/object/public/…`. Mounted before the request log, compression and page headers: a track is
 * requested in many ranges, and listening is not logged.
 */
export function createPublicObjects(
  deps: Pick<StorageDeps, 'db' | 'store' | 'clock' | 'logger'>,
  options: StorageParts,
): RequestHandler {
  const sendError = createStorageErrorSender(deps.logger);
  const sendOpen = createSendOpen(deps, options);

  async function answer(rawPath: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (req.method !== 'GET' && req.method !== 'HEAD') throw createMethodError();
    const [path = '', query] = rawPath.split('?');
    const keptAs = parseQueryParameters(query).get('download') ?? undefined;
    await sendOpen(keyAt(path), req, res, { keptAs });
  }

  return async (req, res, next) => {
    const { originalUrl, method } = req;
    if (!originalUrl.startsWith(PUBLIC_PREFIX) || method === 'OPTIONS') {
      next();
      return;
    }
    try {
      await answer(originalUrl.slice(PUBLIC_PREFIX.length), req, res);
    } catch (error) {
      sendError(error, req, res);
    }
  };
}

interface SendOptions {
  /** Authenticated by token: admins may open gated files. */
  readonly isAdmin?: boolean;
  readonly keptAs?: string | undefined;
}

export function createSendOpen(
  deps: Pick<StorageDeps, 'db' | 'store' | 'clock'>,
  { gate, serve }: StorageParts,
) {
  return async (
    key: ObjectPath,
    req: IncomingMessage,
    res: ServerResponse,
    { isAdmin = false, keptAs }: SendOptions,
  ): Promise<void> => {
    const found = await resolveObject(deps, key);
    const isOpen = await isOpenAt(gate, key, found ?? { bucket: key.bucket, name: key.path });
    if (!isOpen && !isAdmin) throw createPremiumError();
    if (!found) throw createObjectNotFoundError();
    const { bucket, name, object } = found;
    const cacheControl = object ? (object.cache_control ?? 'no-cache') : undefined;
    // A track's file can be downloaded only through a signed address.
    const own = object || isAdmin ? keptAs : undefined;
    const isPrivate = isAdmin && !isOpen;
    await serve({ bucket, name, cacheControl, isPrivate, keptAs: own }, req, res);
  };
}

/** A track may refer to the object or its content. */
export async function isOpenAt(
  gate: ObjectGate,
  { bucket, path }: ObjectPath,
  content: { bucket: Bucket; name: string },
): Promise<boolean> {
  return (await gate.isOpen(content)) || (await gate.isOpen({ bucket, name: path }));
}
