import type { Expression, RawBuilder, SqlBool } from 'kysely';

/** How a value is shown in an answer. */
export type JsonType = 'text' | 'integer' | 'real' | 'boolean' | 'timestamp' | 'json';

export interface JsonField {
  key: string;
  /** A column, or for `json` also an object or array built with the helpers below. */
  value: Expression<unknown>;
  type: JsonType;
}

export interface KeyColumn {
  name: string;
  type: 'integer' | 'text' | 'uuid';
}

/**
 * SQL that PostgreSQL and SQLite spell differently, with PostgreSQL's meaning on both.
 *
 * The JSON helpers let the database write a whole answer. Both engines write the same text: no blanks,
 * keys in the order given, booleans as true/false, timestamps as `2026-01-02T03:04:05.678+00:00`.
 *
 *     const track = sql.jsonObject([
 *       { key: 'id', value: eb.ref('page.id'), type: 'integer' },
 *       { key: 'enabled', value: eb.ref('page.enabled'), type: 'boolean' },
 *     ]);
 *     db.selectFrom(rows.as('page')).select([sql.jsonArrayAgg(track).as('body'), eb.fn.countAll().as('count')])
 */
export interface DialectSql {
  /** Case-sensitive; `%` and `_` are wild, a backslash makes the next character plain. */
  like(value: Expression<unknown>, pattern: string): RawBuilder<SqlBool>;
  /** The same without regard to case, in every script. */
  ilike(value: Expression<unknown>, pattern: string): RawBuilder<SqlBool>;
  /** Differs, where two NULLs are alike and a NULL differs from everything else. */
  isDistinctFrom(left: Expression<unknown>, right: Expression<unknown>): RawBuilder<SqlBool>;
  /** One term of ORDER BY, with NULLs where they were asked to be or where PostgreSQL puts them. */
  orderTerm(
    value: Expression<unknown>,
    direction?: 'asc' | 'desc',
    nulls?: 'first' | 'last',
  ): RawBuilder<unknown>;
  /** A JSON object as text. */
  jsonObject(fields: readonly JsonField[]): RawBuilder<string>;
  /** One value as JSON text; `null` for NULL. */
  jsonValue(field: Pick<JsonField, 'value' | 'type'>): RawBuilder<string>;
  /** Follows keys and (from the end when negative) indexes into a JSON column. NULL where there is nothing. */
  jsonPath(
    value: Expression<unknown>,
    keys: readonly (string | number)[],
    as: 'json' | 'text',
  ): RawBuilder<unknown>;
  /** A value as PostgreSQL's `::text` writes it. */
  toText(value: Expression<unknown>, type: JsonType): RawBuilder<string>;
  /** A regular expression that `compileRegex` accepts matches somewhere in the value. */
  matches(value: Expression<unknown>, pattern: string, ignoreCase: boolean): RawBuilder<SqlBool>;
  /** The row's key is one of `keys`, of which there may be any number: they travel as one parameter. */
  keyIn(columns: readonly KeyColumn[], keys: readonly (readonly unknown[])[]): RawBuilder<SqlBool>;
  /** Ends a SELECT in a transaction whose rows will be written by it. */
  readonly forUpdate: RawBuilder<unknown>;
  /**
   * A condition that always holds, where the engine can be ended only by what it calls: to be asked
   * wherever a statement may look at very many rows. Absent where the engine ends statements by itself.
   */
  readonly step?: RawBuilder<SqlBool>;
  /**
   * Aggregate: the JSON texts of a group as one array, in the order of the rows; `[]` for none. `level` is
   * the same for all arrays of one embed, whose sizes count together against the limit of an answer.
   */
  jsonArrayAgg(item: Expression<string>, level: number): RawBuilder<string>;
  /**
   * The same as it goes to the socket: bytes where the engine can give them, which spares two copies.
   * Fails or is NULL when there would be more than `maxBytes`.
   */
  jsonArrayBytes(item: Expression<string>, maxBytes: number): RawBuilder<Buffer | string | null>;
  /** Whether what is selected of a row is computed even where the offset leaves that row out. */
  readonly makesSkippedRows: boolean;
}
