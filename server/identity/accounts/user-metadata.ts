import { AUTH_LIMITS } from '#contract/calls/auth.ts';
import type { JsonObject, JsonValue } from '#db/schema/column-types.ts';
import { createValidationError } from '../wire/auth.errors.ts';

const MAX_DEPTH = 16;

/** Given keys over stored ones; a null takes a key away. */
export function mergeMetadata(stored: JsonObject, given: Record<string, unknown>): JsonObject {
  const merged = Object.entries({ ...stored, ...toStorable(given) });
  return Object.fromEntries(merged.filter(([, value]) => value !== null));
}

/** As `mergeMetadata`, within what an access token can carry. */
export function mergeUserMetadata(stored: JsonObject, given: Record<string, unknown>): JsonObject {
  const merged = mergeMetadata(stored, given);
  if (Buffer.byteLength(JSON.stringify(merged)) > AUTH_LIMITS.userMetadataBytes) {
    throw createValidationError(
      `User metadata is larger than ${AUTH_LIMITS.userMetadataBytes / 1024} KiB`,
    );
  }
  return merged;
}

/** Refuses what one of the two engines could not keep, before any of it reaches them. */
function toStorable(given: Record<string, unknown>): JsonObject {
  ensureStorable(given, 0);
  // Parsed from JSON and walked just now, so nothing but JSON is in it.
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
