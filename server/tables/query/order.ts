import type { OrderTerm } from './ast.ts';
import { Cursor } from './cursor.ts';
import { parseField, parseName } from './names.ts';

const RELATED = /(?:"(?:[^"\\]|\\.)*"|[^"(),.]+)\(/y;

export function parseOrder(value: string): OrderTerm[] {
  const cursor = new Cursor(value, `order (${value})`);
  const terms: OrderTerm[] = [];
  do terms.push(parseTerm(cursor));
  while (cursor.accept(','));
  cursor.expectEnd('delimiter (.), "," or end of input');
  return terms;
}

function parseTerm(cursor: Cursor): OrderTerm {
  cursor.skipBlanks();
  const { relation, field } = parseTarget(cursor);
  const descending = parseDirection(cursor);
  // The database's own rule: NULL counts as the greatest value.
  let nulls: OrderTerm['nulls'] = descending ? 'first' : 'last';
  if (cursor.accept('.nullsfirst')) nulls = 'first';
  else if (cursor.accept('.nullslast')) nulls = 'last';
  cursor.skipBlanks();
  if (cursor.startsWith('.')) {
    cursor.position += 1;
    cursor.fail('"nullsfirst" or "nullslast"');
  }
  return { relation, field, descending, nulls };
}

function parseTarget(cursor: Cursor): Pick<OrderTerm, 'relation' | 'field'> {
  const start = cursor.position;
  if (cursor.take(RELATED) === '') return { relation: null, field: parseField(cursor) };
  cursor.position = start;
  const relation = parseName(cursor);
  cursor.expect('(');
  const field = parseField(cursor);
  cursor.expect(')');
  return { relation, field };
}

function parseDirection(cursor: Cursor): boolean {
  if (cursor.accept('.asc')) return false;
  if (cursor.accept('.desc')) return true;
  if (
    cursor.startsWith('.') &&
    !/\.nulls(?:first|last)/y.test(cursor.text.slice(cursor.position))
  ) {
    cursor.position += 1;
    cursor.fail('"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return false;
}
