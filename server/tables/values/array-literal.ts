import { createMalformedArrayError } from '../tables.errors.ts';

/** `{a,"b,c",NULL}`: the value of `eq(any)` and its kin, in PostgreSQL's array syntax. */
export function readArrayLiteral(literal: string): (string | null)[] {
  const text = literal.trim();
  if (!text.startsWith('{') || !text.endsWith('}') || text.length < 2) {
    throw createMalformedArrayError(literal);
  }
  const inner = text.slice(1, -1);
  if (inner.trim() === '') return [];
  const items: (string | null)[] = [];
  const item = /\s*(?:"((?:[^"\\]|\\[\s\S])*)"|((?:[^",{}\\]|\\[\s\S])+?))\s*(,|$)/y;
  while (item.lastIndex < inner.length || items.length === 0) {
    const found = item.exec(inner);
    if (found === null) throw createMalformedArrayError(literal);
    const [, quoted, bare, separator] = found;
    const value = (quoted ?? bare ?? '').replace(/\\([\s\S])/g, '$1');
    items.push(quoted === undefined && /^null$/i.test(value) ? null : value);
    if (separator === '') return items;
  }
  throw createMalformedArrayError(literal);
}
