import type { OrderTerm } from './ast.ts';
import { Cursor, parseField, parseName } from './cursor.ts';

const MAX_TERMS = 100;
const SUFFIX = /(?:\.(?:asc|desc))?(?:\.nulls(?:first|last))?/y;
const RELATED = /(?:"(?:[^"\\]|\\.)*"|[^"(),.]+)\(/y;

export function parseOrder(value: string): OrderTerm[] {
  const cursor = new Cursor(value, `order (${value})`);
  const terms = cursor.list(() => parseTerm(cursor), MAX_TERMS, 'order has too many items');
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
  const suffix = cursor.take(SUFFIX);
  const descending = suffix.startsWith('.desc');
  // The database's default: NULL sorts as the greatest value.
  let nulls: OrderTerm['nulls'] = descending ? 'first' : 'last';
  if (suffix.endsWith('first')) nulls = 'first';
  else if (suffix.endsWith('last')) nulls = 'last';
  cursor.skipBlanks();
  if (cursor.accept('.')) cursor.fail('"asc", "desc", "nullsfirst" or "nullslast"');
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
