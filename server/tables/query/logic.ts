import { createTooComplexError } from '../tables.errors.ts';
import type { Condition, LogicGroup } from './ast.ts';
import { Cursor } from './cursor.ts';
import { joinPath } from './filters.ts';
import { parseField, parseName } from './names.ts';
import { parseOperation, takeNestedValue } from './operation.ts';

const LOGIC_TERM =
  'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)';
const GROUP_START = /(?:not\.)?(?:and|or)[ \t]*\(/y;
const MAX_DEPTH = 20;

/** `or=(…)`, `not.and=(…)`, `rel.or=(…)`. */
export function parseLogic(key: string, value: string): { path: string; group: LogicGroup } {
  const keyCursor = new Cursor(key, `logic path (${key})`);
  const names = [parseName(keyCursor)];
  while (keyCursor.accept('.')) names.push(parseName(keyCursor));
  keyCursor.expectEnd('delimiter (.) or end of input');
  const kind = names.pop() === 'and' ? 'and' : 'or';
  const path = names.filter((name) => name !== 'not');
  const cursor = new Cursor(value, `logic tree (${value})`);
  const terms = parseTerms(cursor, 1);
  cursor.expectEnd('end of input');
  return { path: joinPath(path), group: { kind, negated: path.length < names.length, terms } };
}

function parseTerms(cursor: Cursor, depth: number): Condition[] {
  if (depth > MAX_DEPTH) throw createTooComplexError('logic tree is nested too deep');
  cursor.skipBlanks();
  cursor.expect('(');
  const terms: Condition[] = [];
  do {
    cursor.skipBlanks();
    terms.push(parseTerm(cursor, depth));
    cursor.skipBlanks();
  } while (cursor.accept(','));
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
