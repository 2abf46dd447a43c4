import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import type { JsonObject } from '#contract/rows/define-table.ts';
import { isStorable } from '#server/core/parse-json.ts';
import { createValidationError } from '../auth.errors.ts';

/** Merges keys; a null removes a key. */
export function mergeMetadata(stored: JsonObject, given: Record<string, unknown>): JsonObject {
  const merged = Object.entries({ ...stored, ...toStorable(given) });
  return Object.fromEntries(merged.filter(([key]) => given[key] !== null));
}

/** Like `mergeMetadata`, with a size limit, because every access token holds the metadata. */
export function mergeUserMetadata(stored: JsonObject, given: Record<string, unknown>): JsonObject {
  return ensureFitsToken(mergeMetadata(stored, given));
}

/** For accounts created by the admin API: keeps keys whose value is null. */
export function keepUserMetadata(given: Record<string, unknown>): JsonObject {
  return ensureFitsToken(toStorable(given));
}

function ensureFitsToken(metadata: JsonObject): JsonObject {
  if (Buffer.byteLength(JSON.stringify(metadata)) > AUTH_LIMITS.userMetadataBytes) {
    throw createValidationError(
      `User metadata is larger than ${AUTH_LIMITS.userMetadataBytes / 1024} KiB`,
    );
  }
  return metadata;
}

/** Rejects values that one of the two databases cannot store. */
function toStorable(given: Record<string, unknown>): JsonObject {
  if (!isStorable(given)) {
    throw createValidationError('User metadata holds characters that cannot be stored');
  }
  return given as JsonObject;
}
