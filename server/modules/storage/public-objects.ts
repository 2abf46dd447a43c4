import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { parseQueryParameters } from '#server/core/query-parameters.ts';
import { createStorageErrorSender } from '#server/http/error-handler.ts';
import type { ObjectName, ObjectPath } from './object-name.ts';
import { resolveObject } from './objects.usecases.ts';
import { serveObject } from './serve-object.ts';
import {
  createMethodError,
  createObjectNotFoundError,
  createPremiumError,
} from './storage.errors.ts';
import { keyAt } from './storage-request.ts';

const PUBLIC_PREFIX = `${API_PATHS.publicObject}/`;

/** Access rules of files. The composition root supplies them, because storage knows no tracks or plans. */
export interface ObjectGate {
  /** Whether the file is public at its plain address. */
  isOpen(object: ObjectName): Promise<boolean>;
  /** Recording of a track, if playable. */
  recordingOf(trackId: number): Promise<ObjectName | undefined>;
  /** Whether the actor may hear gated recordings. */
  mayHear(actor: Actor): Promise<boolean>;
}

type ReadDeps = ServerDeps & { gate: ObjectGate };

/**
 * `GET /storage/v1/object/public/…`. Mounted before the request log, compression and page headers: a track is
 * requested in many ranges, and listening is not logged.
 */
export function createPublicObjects(deps: ReadDeps): RequestHandler {
  const sendError = createStorageErrorSender(deps.logger);
  return async (req, res, next) => {
    const { originalUrl, method } = req;
    if (!originalUrl.startsWith(PUBLIC_PREFIX) || method === 'OPTIONS') {
      next();
      return;
    }
    try {
      if (method !== 'GET' && method !== 'HEAD') throw createMethodError();
      const [path = '', query] = originalUrl.slice(PUBLIC_PREFIX.length).split('?');
      const downloadName = parseQueryParameters(query).get('download') ?? undefined;
      await sendReadable(deps, { key: keyAt(path), isAdmin: false, downloadName }, req, res);
    } catch (error) {
      sendError(error, req, res);
    }
  };
}

interface ReadRequest {
  key: ObjectPath;
  /** Admins, authenticated by a token, may open gated files. */
  isAdmin: boolean;
  downloadName: string | undefined;
}

/** Sends the file at a path of the Storage API, if the reader may have it. */
export async function sendReadable(
  deps: ReadDeps,
  { key, isAdmin, downloadName }: ReadRequest,
  req: IncomingMessage,
  res: ServerResponse,
): Promise<void> {
  const { bucket, name, object, isOpen } = await getReadable(deps, key, () => isAdmin);
  const cacheControl = object ? (object.cache_control ?? 'no-cache') : undefined;
  // A track's file can be downloaded only through a signed address.
  const own = object || isAdmin ? downloadName : undefined;
  const file = { bucket, name, cacheControl, isPrivate: !isOpen, downloadName: own };
  await serveObject(deps, file, req, res);
}

/** Only admins may read a gated file by its path. */
export async function getReadable(
  { gate, ...deps }: ReadDeps,
  key: ObjectPath,
  isAdmin: () => boolean | Promise<boolean>,
) {
  const resolved = await resolveObject(deps, key);
  const isOpen = await isOpenAt(gate, key, resolved ?? { bucket: key.bucket, name: key.path });
  if (!isOpen && !(await isAdmin())) throw createPremiumError();
  if (!resolved) throw createObjectNotFoundError();
  return { ...resolved, isOpen };
}

/** Checks both names, because a track may refer to the object or to its content. */
export async function isOpenAt(
  gate: ObjectGate,
  { bucket, path }: ObjectPath,
  content: ObjectName,
): Promise<boolean> {
  return (await gate.isOpen(content)) || (await gate.isOpen({ bucket, name: path }));
}
