import type { TextSearch } from '#db/queries/dialect-sql.ts';
import { createTooComplexError } from '../tables.errors.ts';
import {
  type CompareOperator,
  type Condition,
  type Field,
  type Filter,
  type IsValue,
  type LogicGroup,
  type Operation,
  PATH_SEPARATOR,
} from './ast.ts';
import { Cursor, parseField, parseJsonPath, parseNames, parseQuoted } from './cursor.ts';

/** `rel.nested.column->>key`: everything before the last dot is the path of an embed. */
export function parseTreePath(key: string): { path: string; field: Field } {
  const cursor = new Cursor(key, `tree path (${key})`);
  const names = parseNames(cursor);
  const steps = parseJsonPath(cursor);
  cursor.expectEnd('delimiter (.), "->", "->>" or end of input');
  return {
    path: names.slice(0, -1).join(PATH_SEPARATOR),
    field: { name: names.at(-1) ?? '', path: steps },
  };
}

export function parseFilter(key: string, value: string): { path: string; filter: Filter } {
  const { path, field } = parseTreePath(key);
  const cursor = new Cursor(value, `filter (${value})`);
  const { negated, operation } = parseOperation(cursor, takeWholeValue);
  cursor.expectEnd('end of input');
  return { path, filter: { kind: 'filter', field, negated, operation } };
}

const LOGIC_TERM =
  'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)';
const GROUP_START = /(?:not\.)?(?:and|or)[ \t]*\(/y;
const MAX_DEPTH = 20;
/** SQLite refuses expressions deeper than 1000; clients send far fewer. */
export const MAX_CONDITIONS = 200;

/** `or=(…)`, `not.and=(…)`, `rel.or=(…)`. */
export function parseLogic(key: string, value: string): { path: string; group: LogicGroup } {
  const keyCursor = new Cursor(key, `logic path (${key})`);
  const names = parseNames(keyCursor);
  keyCursor.expectEnd('delimiter (.) or end of input');
  const kind = names.pop() === 'and' ? 'and' : 'or';
  const path = names.filter((name) => name !== 'not');
  const cursor = new Cursor(value, `logic tree (${value})`);
  const terms = parseTerms(cursor, 1);
  cursor.expectEnd('end of input');
  return {
    path: path.join(PATH_SEPARATOR),
    group: { kind, negated: path.length < names.length, terms },
  };
}

function parseTerms(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_DEPTH) throw createTooComplexError('logic tree is nested too deep');
  cursor.skipBlanks();
  cursor.expect('(');
  const terms = cursor.list(() => parseTerm(cursor, depth), MAX_CONDITIONS, 'too many filters');
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return terms;
}

function parseTerm(cursor: Cursor, depth: number): Condition {
  const start = cursor.position;
  if (cursor.take(GROUP_START) !== '') {
    cursor.position = start;
    const negated = cursor.accept('not.');
    const kind = cursor.accept('and') ? 'and' : 'or';
    if (kind === 'or') cursor.expect('or');
    return { kind, negated, terms: parseTerms(cursor, depth + 1) };
  }
  const field = parseField(cursor, LOGIC_TERM);
  cursor.expect('.', 'delimiter (.)');
  return { kind: 'filter', field, ...parseOperation(cursor, takeNestedValue) };
}

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

/** Operators that no column supports, with PostgreSQL's symbols for the error message. */
const UNSUPPORTED_SYMBOLS: Readonly<Record<string, string>> = {
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
};

const TEXT_SEARCH: ReadonlyMap<string, TextSearch['reader']> = new Map([
  ['fts', 'to_tsquery'],
  ['plfts', 'plainto_tsquery'],
  ['phfts', 'phraseto_tsquery'],
  ['wfts', 'websearch_to_tsquery'],
]);
const WORD = /[a-z]+/y;
const MODIFIER = /\([^)]*\)/y;
const IS_VALUE = /not_null|null|true|false|unknown/iy;

const isQuantifiable = (word: string): word is CompareOperator => QUANTIFIED.has(word);

/** Parses a value: everything at the top level, up to `,` or `)` inside `and(…)`. */
type ValueParser = (cursor: Cursor) => string;

export const takeWholeValue: ValueParser = (cursor) => cursor.take(/[\s\S]*/y);

/** A quoted text, a `{…}` list, or characters other than `,` and `)`. */
const takeNestedValue: ValueParser = (cursor) =>
  takeQuoted(cursor) ?? (cursor.take(/\{[^{}]*\}/y) || cursor.take(UNQUOTED));

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
  if (word === 'cs' || word === 'cd') {
    return { kind: 'contains', symbol: word === 'cs' ? '@>' : '<@', value: takeValue(cursor) };
  }
  const reader = TEXT_SEARCH.get(word);
  if (reader !== undefined) {
    const configuration = modifier === '' ? null : modifier.slice(1, -1);
    return { kind: 'search', reader, configuration, query: takeValue(cursor) };
  }
  const symbol = Object.hasOwn(UNSUPPORTED_SYMBOLS, word) ? UNSUPPORTED_SYMBOLS[word] : undefined;
  if (symbol === undefined) return refuse();
  takeValue(cursor);
  return { kind: 'unsupported', symbol };
}

function canBeModified(word: string, modifier: string): boolean {
  if (TEXT_SEARCH.has(word)) return modifier.length > 2;
  return QUANTIFIED.has(word) && (modifier === '(any)' || modifier === '(all)');
}

function parseIsValue(cursor: Cursor): IsValue {
  const word = cursor.take(IS_VALUE).toLowerCase();
  if (word === '') cursor.fail(TRILEAN);
  // Safe: the expression above matches only these words.
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
  do values.push(takeQuoted(cursor) ?? cursor.take(UNQUOTED));
  while (cursor.accept(','));
  cursor.expect(')', '"," or ")"');
  cursor.skipBlanks();
  return values;
}

const UNQUOTED = /[^,)]*/y;

/** A quoted text that ends the value; quotes elsewhere are data. */
function takeQuoted(cursor: Cursor): string | undefined {
  const start = cursor.position;
  if (cursor.peek() !== '"' || !hasClosingQuote(cursor)) return undefined;
  const quoted = parseQuoted(cursor);
  if (cursor.isAtEnd || /[,)]/.test(cursor.peek())) return quoted;
  cursor.position = start;
  return undefined;
}

/** The client's `.in()` does not escape quotes, so a quote that is not closed is data. */
function hasClosingQuote(cursor: Cursor): boolean {
  let at = cursor.position + 1;
  while (at < cursor.text.length && cursor.text[at] !== '"') at += cursor.text[at] === '\\' ? 2 : 1;
  return at < cursor.text.length;
}
