import type { Field, Filter } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseJsonPath, parseName } from './names.ts';
import { parseOperation, takeWholeValue } from './operation.ts';

/** `rel.nested.column->>key`: everything before the last dot is the way to an embed. */
export function parseTreePath(key: string): { path: string; field: Field } {
  const cursor = new Cursor(key, `tree path (${key})`);
  const names = [parseName(cursor)];
  while (cursor.accept('.')) names.push(parseName(cursor));
  const steps = parseJsonPath(cursor);
  cursor.expectEnd('delimiter (.), "->", "->>" or end of input');
  return { path: joinPath(names.slice(0, -1)), field: { name: names.at(-1) ?? '', path: steps } };
}

/** Names may hold dots when quoted, so a path is kept with a separator no name can contain. */
export const joinPath = (names: readonly string[]): string => names.join('\u0000');

export function parseFilter(key: string, value: string): { path: string; filter: Filter } {
  const { path, field } = parseTreePath(key);
  const cursor = new Cursor(value, `filter (${value})`);
  const { negated, operation } = parseOperation(cursor, takeWholeValue);
  cursor.expectEnd('end of input');
  return { path, filter: { kind: 'filter', field, negated, operation } };
}
