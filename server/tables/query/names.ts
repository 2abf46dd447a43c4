import type { Field, JsonStep } from './ast.ts';
import type { Cursor } from './cursor.ts';

const FIELD_NAME = 'field name (* or [a..z0..9_$])';
const IDENTIFIER = /[\p{L}\p{N}_ $]+(?:-(?!>)[\p{L}\p{N}_ $]+)*/uy;
const CAST = /[\p{L}\p{N}_ $]+/uy;
const JSON_INDEX = /-?\d+(?=->|::|\.|,|\)|$)/y;

/** `"…"` with `\`-escapes; the cursor stands on the opening quote. */
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
    steps.push({ arrow, key: index === '' ? parseName(cursor) : Number(index) });
  }
  return steps;
}

export function parseField(cursor: Cursor, expecting = FIELD_NAME): Field {
  cursor.skipBlanks();
  const name = parseName(cursor, expecting);
  const path = parseJsonPath(cursor);
  cursor.skipBlanks();
  return { name, path };
}
