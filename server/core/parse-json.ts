import type { z } from 'zod';

/** `JSON.parse` takes a second for a megabyte of nested brackets, and both databases limit the depth. */
const MAX_DEPTH = 64;

export interface JsonLimits {
  /** Total object members and array elements. */
  readonly members: number;
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const OPENING = new Set(['[', '{'].map((code) => code.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((code) => code.charCodeAt(0)));

/** `JSON.parse` for untrusted text; throws a `SyntaxError` if it is too deep or has too many members. */
export function parseUntrustedJson(text: string, { members }: JsonLimits): unknown {
  let depth = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      for (at += 1; at < text.length && text.charCodeAt(at) !== QUOTE; at += 1) {
        if (text.charCodeAt(at) === BACKSLASH) at += 1;
      }
    } else if (code === COMMA) count += 1;
    else if (OPENING.has(code)) {
      depth += 1;
      count += 1;
      if (depth > MAX_DEPTH) throw new SyntaxError('nested too deep');
    } else if (CLOSING.has(code)) depth -= 1;
    if (count > members) throw new SyntaxError('too many members');
  }
  return JSON.parse(text);
}

/** Whether both databases can store every text in the value: PostgreSQL refuses NUL and half of a surrogate pair. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).flat().every(isStorable);
}

/** JSON of a known shape; undefined for anything else, such as a file truncated by a power failure. */
export function parseJsonAs<S extends z.ZodType>(
  schema: S,
  text: string | undefined,
): z.output<S> | undefined {
  try {
    return text === undefined ? undefined : schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
