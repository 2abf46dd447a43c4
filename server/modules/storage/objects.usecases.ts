import type { Bucket, StoredObject } from '#contract/calls/storage.ts';
import { LIMITS } from '#contract/constants/limits.ts';
import { API_PATHS } from '#contract/constants/pages/paths.ts';
import { isStoredName } from '#contract/constants/stored-names.ts';
import { toJson } from '#db/codecs.ts';
import { readConstraintViolation } from '#db/errors.ts';
import type { Executor } from '#db/schema/database.ts';
import type { Actor } from '#server/core/actors/actor.ts';
import { ensureMay } from '#server/core/actors/admin-role.ts';
import { lockUser } from '#server/core/actors/lock-user.repository.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import { fileNameFor } from './file-name.ts';
import { saveFileName } from './file-names.repository.ts';
import { contentHashOf, type ObjectName, type ObjectPath, parseObjectKey } from './object-name.ts';
import {
  countObjectsOf,
  deleteObject,
  findContentOf,
  findObject,
  insertObject,
  isContentUsed,
  type StorageObject,
  updateObject,
} from './objects.repository.ts';
import {
  createAdminOnlyError,
  createDuplicateError,
  createObjectNotFoundError,
  createTooLargeError,
  createTooManyObjectsError,
} from './storage.errors.ts';
import type { UploadTarget } from './uploads/upload-metadata.ts';

type ObjectDeps = Pick<ServerDeps, 'db' | 'store' | 'clock'>;

/** Throws unless the actor may write here; returns the object's owner. */
export function ensureMayWrite(
  actor: Actor | undefined,
  target: { bucket: Bucket; path: string | undefined } | undefined,
): string | null {
  if (!actor || actor.role === 'anon') throw createAdminOnlyError(401);
  if (actor.role === 'service_role') {
    if (actor.admin) ensureMay(actor.admin, 'write', 'content');
    return null;
  }
  const { userId } = actor;
  const isOwnFolder = target?.bucket === 'avatars' && target.path?.startsWith(`${userId}/`);
  if (!isOwnFolder) throw createAdminOnlyError(403);
  return userId;
}

/** Call before the body is parsed; returns the actor. */
export function ensureSignedIn(actor: Actor): Actor {
  if (actor.role === 'anon') throw createAdminOnlyError(401);
  return actor;
}

export const limitOf = (bucket: Bucket, adminLimit: number) =>
  bucket === 'avatars' ? LIMITS.avatarBytes : adminLimit;

/** Checks size and path before the first byte, so that an upload is refused early. */
export async function ensureAccepted(
  { db }: ObjectDeps,
  { bucket, path, isUpsert }: Pick<UploadTarget, 'bucket' | 'path' | 'isUpsert'>,
  bytes = 0,
): Promise<void> {
  const limit = limitOf(bucket, LIMITS.resumableBytes);
  if (bytes > limit) throw createTooLargeError(limit);
  if (path === undefined || isUpsert) return;
  if (await findObject(db.kysely, bucket, path)) throw createDuplicateError();
}

export type PlacedObject = Pick<UploadTarget, 'bucket' | 'owner' | 'isUpsert'> &
  Partial<Pick<UploadTarget, 'cacheControl' | 'metadata'>> & { path: string };

/** Maps a path to a stored file; idempotent for the same upload. */
export async function placeObject(
  deps: ObjectDeps,
  target: PlacedObject,
  stored: Pick<StoredObject, 'name' | 'contentType' | 'bytes'>,
): Promise<{ id: string }> {
  const { store } = deps;
  const { bucket, path } = target;
  const content = { bucket, name: stored.name };
  // A content address cannot be remapped.
  const isTaken = contentHashOf(path) !== undefined && isStoredName(path) && path !== stored.name;
  if (isTaken && (await store.find(bucket, path))) throw createDuplicateError();
  try {
    const { id, replaced } = await writeObject(deps, target, stored);
    if (replaced) await removeContent(deps, replaced);
    return { id };
  } catch (error) {
    // A refused upload leaves no file.
    await removeContent(deps, content);
    throw error;
  }
}

/** Inserts or updates the row of an object; returns the file that it no longer uses. */
async function writeObject(
  deps: ObjectDeps,
  { bucket, path, owner, isUpsert, cacheControl, metadata }: PlacedObject,
  stored: Pick<StoredObject, 'name' | 'contentType' | 'bytes'>,
): Promise<{ id: string; replaced?: ObjectName }> {
  const { db, clock } = deps;
  const now = isoNow(clock);
  const values = {
    name: stored.name,
    content_type: stored.contentType,
    bytes: stored.bytes,
    cache_control: cacheControl ?? null,
    metadata: metadata ? toJson(metadata) : null,
    updated_at: now,
  };
  const id = crypto.randomUUID();
  const row = { id, bucket, path, owner, created_at: now, ...values };
  return db.transaction(async (trx) => {
    // The account may have been deleted during the upload.
    if (owner && !(await lockUser(trx, db.sql, owner))) throw createAdminOnlyError(401);
    if (await insertObject(trx, row)) {
      const most = LIMITS.avatarsPerUser;
      if (owner && (await countObjectsOf(trx, owner)) > most) throw createTooManyObjectsError(most);
      return { id };
    }
    // Locked, so that one of concurrent uploads removes each replaced file.
    const existing = await findObject(trx, bucket, path, db.sql.forUpdate);
    if (!existing) throw createDuplicateError();
    const isSame = existing.name === stored.name;
    if (!isUpsert) {
      if (!isSame) throw createDuplicateError();
      return { id: existing.id };
    }
    await updateObject(trx, existing.id, values);
    return { id: existing.id, ...(!isSame && { replaced: { bucket, name: existing.name } }) };
  });
}

/** Resolves an address: an object by path, else a stored file by name. */
export async function resolveObject(
  { db, store }: ObjectDeps,
  { bucket, path }: ObjectPath,
): Promise<(ObjectName & { object?: StorageObject }) | undefined> {
  const isName = isStoredName(path);
  // Fast path without a query for content addresses of tracks and covers.
  if (isName && contentHashOf(path) !== undefined && (await store.find(bucket, path))) {
    return { bucket, name: path };
  }
  const object = await findObject(db.kysely, bucket, path);
  if (object) return { bucket, name: object.name, object };
  return isName && (await store.find(bucket, path)) ? { bucket, name: path } : undefined;
}

export async function getObject(
  { db }: ObjectDeps,
  { bucket, path }: ObjectPath,
): Promise<StorageObject> {
  const object = await findObject(db.kysely, bucket, path);
  if (!object) throw createObjectNotFoundError();
  return object;
}

export async function removeObjectAt(
  deps: ObjectDeps,
  { bucket, path }: ObjectPath,
): Promise<StorageObject | undefined> {
  const object = await findObject(deps.db.kysely, bucket, path);
  if (!object) return undefined;
  await deleteObject(deps.db.kysely, object.id);
  await removeContent(deps, object);
  return object;
}

export async function moveObject(
  { db, clock }: ObjectDeps,
  { id, path: from }: StorageObject,
  path: string,
): Promise<void> {
  if (path === from) return;
  try {
    await updateObject(db.kysely, id, { path, updated_at: isoNow(clock) });
  } catch (error) {
    throw readConstraintViolation(error)?.kind === 'unique' ? createDuplicateError() : error;
  }
}

/** Files of an account that is erased; their rows cascade with the user's row. */
export const findFilesOf = (trx: Executor, userId: string): Promise<ObjectName[]> =>
  findContentOf(trx, userId);

/**
 * Deletes the file of a profile picture that no object uses any more. Recordings and covers may be used by a track;
 * unused ones are swept after a week.
 */
export async function removeContent(
  { db, store }: Pick<ServerDeps, 'db' | 'store'>,
  { bucket, name }: ObjectName,
): Promise<void> {
  if (bucket !== 'avatars') return;
  const isUsed = await isContentUsed(db.kysely, bucket, name);
  if (!isUsed) await store.remove(bucket, name);
}

const PUBLIC_PREFIX = `${API_PATHS.publicObject}/`;

/** The stored file of an address with or without origin; undefined for others. */
export function objectOfAddress(address: string): ObjectName | undefined {
  const path = URL.canParse(address) ? new URL(address).pathname : address;
  if (!path.startsWith(PUBLIC_PREFIX)) return undefined;
  const key = parseObjectKey(path.slice(PUBLIC_PREFIX.length));
  return key && isStoredName(key.path) ? { bucket: key.bucket, name: key.path } : undefined;
}

/** Keeps the owner's file name for display and download; addresses use the stored name (decision 33). */
export async function keepFileName(
  { db }: Pick<ServerDeps, 'db'>,
  { path, name }: Pick<StoredObject, 'path' | 'name'>,
  sentName: string,
): Promise<void> {
  await saveFileName(db.kysely, path, fileNameFor(sentName, name));
}
