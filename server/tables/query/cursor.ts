import { createOutOfRangeError, createTooComplexError, tableError } from '../tables.errors.ts';
import type { Field, JsonStep } from './ast.ts';

/** Position in a parsed text; errors name the position as PostgREST does. */
export class Cursor {
  readonly text: string;
  readonly #subject: string;
  position = 0;

  /** `subject` is part of the message, e.g. `filter (eq.1)`. */
  constructor(text: string, subject: string) {
    this.text = text;
    this.#subject = subject;
  }

  get isAtEnd(): boolean {
    return this.position >= this.text.length;
  }

  peek(): string {
    return this.text.charAt(this.position);
  }

  startsWith(expected: string): boolean {
    return this.text.startsWith(expected, this.position);
  }

  /** Consumes `expected` if it is next. */
  accept(expected: string): boolean {
    if (!this.startsWith(expected)) return false;
    this.position += expected.length;
    return true;
  }

  expect(expected: string, wording = `"${expected}"`): void {
    if (!this.accept(expected)) this.fail(wording);
  }

  /** Consumes and returns the match of a sticky expression (empty if there is none). */
  take(sticky: RegExp): string {
    sticky.lastIndex = this.position;
    const found = sticky.exec(this.text)?.[0] ?? '';
    this.position += found.length;
    return found;
  }

  skipBlanks(): void {
    this.take(/[ \t]*/y);
  }

  /** Items separated by commas, with blanks around each. */
  list<T>(parse: () => T, most: number, tooMany: string): T[] {
    const items: T[] = [];
    do {
      this.skipBlanks();
      if (items.push(parse()) > most) throw createTooComplexError(tooMany);
      this.skipBlanks();
    } while (this.accept(','));
    return items;
  }

  expectEnd(wording: string): void {
    if (!this.isAtEnd) this.fail(wording);
  }

  fail(expecting: string): never {
    const next = this.text.codePointAt(this.position);
    const unexpected =
      next === undefined ? 'end of input' : JSON.stringify(String.fromCodePoint(next));
    throw tableError(
      'querySyntax',
      `"failed to parse ${this.#subject}" (line 1, column ${this.position + 1})`,
      { details: `unexpected ${unexpected} expecting ${expecting}` },
    );
  }
}

const FIELD_NAME = 'field name (* or [a..z0..9_$])';
const IDENTIFIER = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const CAST = /[\p{L}\p{N}_ $]+/uy;
const JSON_INDEX = /-?\d+(?=->|::|\.|,|\)|$)/y;

/** `"…"` with `\`-escapes; the cursor is at the opening quote. */
export function parseQuoted(cursor: Cursor): string {
  cursor.expect('"');
  let value = '';
  while (!cursor.accept('"')) {
    if (cursor.isAtEnd) cursor.fail('"\\"" or "\\\\"');
    cursor.accept('\\');
    if (cursor.isAtEnd) cursor.fail('any character');
    value += cursor.peek();
    cursor.position += 1;
  }
  return value;
}

export function parseName(cursor: Cursor, expecting = FIELD_NAME): string {
  if (cursor.peek() === '"') return parseQuoted(cursor);
  const name = cursor.take(IDENTIFIER).trim();
  if (name === '') cursor.fail(expecting);
  return name;
}

/** Names separated by dots. */
export function parseNames(cursor: Cursor): string[] {
  const names = [parseName(cursor)];
  while (cursor.accept('.')) names.push(parseName(cursor));
  return names;
}

export function parseCastType(cursor: Cursor): string {
  const type = cursor.take(CAST).trim();
  if (type === '') cursor.fail('letter or digit');
  return type.toLowerCase();
}

export function parseJsonPath(cursor: Cursor): JsonStep[] {
  const steps: JsonStep[] = [];
  while (cursor.startsWith('->')) {
    const arrow = cursor.accept('->>') ? '->>' : '->';
    if (arrow === '->') cursor.expect('->');
    const index = cursor.take(JSON_INDEX);
    steps.push({ arrow, key: index === '' ? parseName(cursor) : parseIndex(index) });
  }
  return steps;
}

const MAX_INDEX = 2 ** 31 - 1;

function parseIndex(text: string): number {
  const index = Number(text);
  if (Math.abs(index) > MAX_INDEX) throw createOutOfRangeError('integer', text.slice(0, 40));
  return index;
}

export function parseField(cursor: Cursor, expecting = FIELD_NAME): Field {
  cursor.skipBlanks();
  const name = parseName(cursor, expecting);
  const path = parseJsonPath(cursor);
  cursor.skipBlanks();
  return { name, path };
}
