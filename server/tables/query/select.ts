import { createTooComplexError } from '../tables.errors.ts';
import type { ColumnItem, EmbedItem, SelectItem } from './ast.ts';
import { Cursor, parseCastType, parseField, parseName } from './cursor.ts';

const ITEM_END = '"->>", "->", "::", ")", "," or end of input';
const AGGREGATE = /\.(avg|count|max|min|sum)\(\)/y;
const MAX_ITEMS = 200;
const TOO_MANY_ITEMS = 'select has too many items';
const MAX_DEPTH = 5;

export function parseSelect(value: string): SelectItem[] {
  const cursor = new Cursor(value, `select parameter (${value})`);
  cursor.skipBlanks();
  const items = cursor.isAtEnd ? [] : parseItems(cursor, 0);
  cursor.expectEnd(ITEM_END);
  if (countItems(items) > MAX_ITEMS) throw createTooComplexError(TOO_MANY_ITEMS);
  return items;
}

function parseItems(cursor: Cursor, depth: number): SelectItem[] {
  if (depth > MAX_DEPTH) throw createTooComplexError('select is nested too deep');
  return cursor.list(() => parseItem(cursor, depth), MAX_ITEMS, TOO_MANY_ITEMS);
}

function parseItem(cursor: Cursor, depth: number): SelectItem {
  if (cursor.accept('*')) return { kind: 'star' };
  if (cursor.accept('...')) return parseEmbed(cursor, depth, parseName(cursor), null, true);
  const first = parseField(cursor);
  if (first.path.length > 0 || !isAlias(cursor)) return parseRest(cursor, depth, first, null);
  cursor.expect(':');
  return parseRest(cursor, depth, parseField(cursor), first.name);
}

/** One colon is an alias; two are a cast. */
const isAlias = (cursor: Cursor) => cursor.startsWith(':') && !cursor.startsWith('::');

function parseRest(
  cursor: Cursor,
  depth: number,
  field: ColumnItem['field'],
  alias: string | null,
): SelectItem {
  if (field.name === 'count' && cursor.accept('()')) {
    return { kind: 'column', field, alias, cast: parseCast(cursor), aggregate: 'count' };
  }
  if (field.path.length === 0 && /[!(]/.test(cursor.peek())) {
    return parseEmbed(cursor, depth, field.name, alias, false);
  }
  const cast = parseCast(cursor);
  const aggregate = cursor.take(AGGREGATE);
  if (aggregate !== '') parseCast(cursor);
  cursor.skipBlanks();
  if (!cursor.isAtEnd && !/[,)]/.test(cursor.peek())) cursor.fail(ITEM_END);
  return { kind: 'column', field, alias, cast, aggregate: aggregate === '' ? null : aggregate };
}

function parseCast(cursor: Cursor): string | null {
  return cursor.accept('::') ? parseCastType(cursor) : null;
}

function parseEmbed(
  cursor: Cursor,
  depth: number,
  relation: string,
  alias: string | null,
  spread: boolean,
): EmbedItem {
  let hint: string | null = null;
  let inner = false;
  while (cursor.accept('!')) {
    const word = parseName(cursor);
    if (word === 'inner') inner = true;
    else if (word !== 'left') hint ??= word;
  }
  cursor.expect('(');
  cursor.skipBlanks();
  const items = cursor.startsWith(')') ? [] : parseItems(cursor, depth + 1);
  cursor.expect(')', ITEM_END);
  return { kind: 'embed', relation, alias, hint, inner, spread, items };
}

function countItems(items: readonly SelectItem[]): number {
  return items.reduce((sum, it) => sum + 1 + (it.kind === 'embed' ? countItems(it.items) : 0), 0);
}

const MAX_NAMES = 500;

/** Name lists of `columns=` and `on_conflict=`. */
export function parseNameList(value: string, subject: string): string[] {
  const cursor = new Cursor(value, `${subject} (${value})`);
  const tooMany = `${subject} has too many items`;
  const names = cursor.list(() => parseName(cursor), MAX_NAMES, tooMany);
  cursor.expectEnd('"," or end of input');
  return [...new Set(names)];
}
