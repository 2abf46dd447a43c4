import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import type { JsonObject, JsonValue } from '#contract/rows/define-table.ts';
import { createValidationError } from '../auth.errors.ts';

const MAX_DEPTH = 16;

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
  ensureStorable(given, 0);
  return given as JsonObject;
}

function ensureStorable(value: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw createValidationError('User metadata is nested too deeply');
  if (typeof value === 'string') ensureStorableText(value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value as Record<string, JsonValue>)) {
    ensureStorableText(key);
    ensureStorable(member, depth + 1);
  }
}

function ensureStorableText(text: string): void {
  if (text.includes('\u0000') || !text.isWellFormed()) {
    throw createValidationError('User metadata holds characters that cannot be stored');
  }
}
