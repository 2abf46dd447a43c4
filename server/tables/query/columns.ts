import { Cursor } from './cursor.ts';
import { parseName } from './names.ts';

/** The name lists of `columns=` and `on_conflict=`. */
export function parseNameList(value: string, subject: string): string[] {
  const cursor = new Cursor(value, `${subject} (${value})`);
  const names: string[] = [];
  do {
    cursor.skipBlanks();
    names.push(parseName(cursor));
    cursor.skipBlanks();
  } while (cursor.accept(','));
  cursor.expectEnd('"," or end of input');
  return [...new Set(names)];
}
