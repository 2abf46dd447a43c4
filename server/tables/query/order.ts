import type { OrderTerm } from './ast.ts';
import { Cursor, parseField, parseName } from './cursor.ts';

const MAX_TERMS = 100;
const RELATED = /(?:"(?:[^"\\]|\\.)*"|[^"(),.]+)\(/y;

export function parseOrder(value: string): OrderTerm[] {
  const cursor = new Cursor(value, `order (${value})`);
  const terms = cursor.list(() => parseTerm(cursor), MAX_TERMS, 'order names too many things');
  cursor.expectEnd('delimiter (.), "," or end of input');
  return withoutRepeats(terms);
}

/** Drops repeated columns; a database would store each again for sorting. */
function withoutRepeats(terms: readonly OrderTerm[]): OrderTerm[] {
  const byColumn = Map.groupBy(terms, ({ relation, field }) => JSON.stringify([relation, field]));
  return [...byColumn.values()].flatMap(([first]) => first ?? []);
}

function parseTerm(cursor: Cursor): OrderTerm {
  const { relation, field } = parseTarget(cursor);
  const descending = parseIsDescending(cursor);
  // The database's default: NULL sorts as the greatest value.
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

function parseIsDescending(cursor: Cursor): boolean {
  if (cursor.accept('.asc')) return false;
  if (cursor.accept('.desc')) return true;
  if (
    cursor.startsWith('.') &&
    !cursor.startsWith('.nullsfirst') &&
    !cursor.startsWith('.nullslast')
  ) {
    cursor.position += 1;
    cursor.fail('"asc", "desc", "nullsfirst" or "nullslast"');
  }
  return false;
}
