import type { CompareOperator, IsValue, Operation } from './ast.ts';
import type { Cursor } from './cursor.ts';
import { parseQuoted } from './names.ts';

const OPERATOR = '"not" or operator (eq, gt, ...)';
const TRILEAN = 'null or trilean value (unknown, true, false)';

const QUANTIFIED: ReadonlySet<string> = new Set<CompareOperator>([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
]);

/** PostgreSQL's own symbols, for the message that says no such operator exists for the type. */
const FOREIGN: Readonly<Record<string, string>> = {
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  fts: '@@',
  plfts: '@@',
  phfts: '@@',
  wfts: '@@',
};

const TEXT_SEARCH: ReadonlySet<string> = new Set(['fts', 'plfts', 'phfts', 'wfts']);
const WORD = /[a-z]+/y;
const MODIFIER = /\([^)]*\)/y;
const IS_VALUE = /not_null|null|true|false|unknown/iy;

const isQuantifiable = (word: string): word is CompareOperator => QUANTIFIED.has(word);

/** How a value ends: at the top level it is everything, inside `and(…)` it stops at `,` or `)`. */
export type ValueParser = (cursor: Cursor) => string;

export const takeWholeValue: ValueParser = (cursor) => cursor.take(/[\s\S]*/y);

/** A quoted text, a `{…}` list, or a run without `,` and `)`. */
export const takeNestedValue: ValueParser = (cursor) => {
  const start = cursor.position;
  if (cursor.peek() === '"' && hasClosingQuote(cursor)) {
    const quoted = parseQuoted(cursor);
    if (cursor.isAtEnd || /[,)]/.test(cursor.peek())) return quoted;
    cursor.position = start;
  }
  const list = cursor.take(/\{[^{}]*\}/y);
  return list === '' ? cursor.take(/[^,)]*/y) : list;
};

export function parseOperation(
  cursor: Cursor,
  takeValue: ValueParser,
): { negated: boolean; operation: Operation } {
  const negated = cursor.accept('not.');
  return { negated, operation: parsePositive(cursor, takeValue) };
}

function parsePositive(cursor: Cursor, takeValue: ValueParser): Operation {
  const start = cursor.position;
  const refuse = (): never => {
    cursor.position = start;
    return cursor.fail(OPERATOR);
  };
  const word = cursor.take(WORD);
  const modifier = cursor.take(MODIFIER);
  if (modifier !== '' && !canBeModified(word, modifier)) refuse();
  if (!cursor.accept('.')) refuse();
  if (word === 'in') return { kind: 'in', values: parseList(cursor) };
  if (word === 'is') return { kind: 'is', value: parseIsValue(cursor) };
  if (word === 'isdistinct') return { kind: 'isdistinct', value: takeValue(cursor) };
  if (isQuantifiable(word) || word === 'neq') {
    const quantifier = modifier === '(any)' ? 'any' : modifier === '(all)' ? 'all' : null;
    return { kind: 'compare', operator: word, quantifier, value: takeValue(cursor) };
  }
  const symbol = Object.hasOwn(FOREIGN, word) ? FOREIGN[word] : undefined;
  if (symbol === undefined) return refuse();
  takeValue(cursor);
  return { kind: 'foreign', symbol };
}

function canBeModified(word: string, modifier: string): boolean {
  if (TEXT_SEARCH.has(word)) return modifier.length > 2;
  return QUANTIFIED.has(word) && (modifier === '(any)' || modifier === '(all)');
}

function parseIsValue(cursor: Cursor): IsValue {
  const word = cursor.take(IS_VALUE).toLowerCase();
  if (word === '') cursor.fail(TRILEAN);
  // Safe: the expression above admits exactly these words.
  return word as IsValue;
}

function parseList(cursor: Cursor): string[] {
  cursor.skipBlanks();
  cursor.expect('(');
  cursor.skipBlanks();
  if (cursor.accept(')')) {
    cursor.skipBlanks();
    return [];
  }
  const values: string[] = [];
  do values.push(takeListItem(cursor));
  while (cursor.accept(','));
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return values;
}

function takeListItem(cursor: Cursor): string {
  const start = cursor.position;
  if (cursor.peek() === '"' && hasClosingQuote(cursor)) {
    const quoted = parseQuoted(cursor);
    if (/[,)]/.test(cursor.peek())) return quoted;
    cursor.position = start;
  }
  return cursor.take(/[^,)]*/y);
}

/** The client's `.in()` does not escape quotes, so a lone one is data, not an error. */
function hasClosingQuote(cursor: Cursor): boolean {
  return /"(?:[^"\\]|\\[\s\S])*"/y.exec(cursor.text.slice(cursor.position)) !== null;
}
