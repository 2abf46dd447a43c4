/**
 * A query with the values of its plain comparisons taken out. A thousand mothers who each ask for
 * their own favourites ask with one shape, so one plan serves them all.
 */
export interface QueryShape {
  /** The query with stand-ins for the values. */
  readonly query: string;
  readonly values: readonly string[];
}

// Random, so that no value in a request can be mistaken for a stand-in.
const PREFIX = `slot-${crypto.randomUUID()}-`;
const COMPARISON = /^([a-z][a-z0-9_]*)=((?:not\.)?(?:eq|neq|gt|gte|lt|lte))\.(.*)$/s;
const RESERVED = new Set([
  'select',
  'columns',
  'on_conflict',
  'order',
  'limit',
  'offset',
  'and',
  'or',
]);

export function shapeOf(rawQuery: string): QueryShape {
  const values: string[] = [];
  const parts = rawQuery.split('&').map((part) => {
    const [, name = '', operator, encoded = ''] = COMPARISON.exec(part) ?? [];
    const value = operator === undefined || RESERVED.has(name) ? undefined : decode(encoded);
    if (value === undefined) return part;
    values.push(value);
    return `${name}=${operator}.${PREFIX}${values.length - 1}`;
  });
  return { query: parts.join('&'), values };
}

/** Which value a literal stands for; undefined when it is a literal itself. */
export function slotOf(literal: string): number | undefined {
  return literal.startsWith(PREFIX) ? Number(literal.slice(PREFIX.length)) : undefined;
}

function decode(encoded: string): string | undefined {
  if (!/[%+]/.test(encoded)) return encoded;
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    // URLSearchParams forgives what this does not; the ordinary way will see to it.
    return undefined;
  }
}
