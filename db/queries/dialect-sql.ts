import type { Expression, RawBuilder, SqlBool } from 'kysely';

/** How a value is formatted in a response. */
export type JsonType = 'text' | 'integer' | 'real' | 'boolean' | 'timestamp' | 'json';

export interface JsonField {
  key: string;
  /** A column, or for `json` also an object or array built with the helpers below. */
  value: Expression<unknown>;
  type: JsonType;
}

export interface TextSearch {
  /** The function that parses the query. */
  readonly reader: 'to_tsquery' | 'plainto_tsquery' | 'phraseto_tsquery' | 'websearch_to_tsquery';
  readonly configuration: string | null;
  readonly query: string;
}

export interface KeyColumn {
  name: string;
  type: 'integer' | 'text' | 'uuid';
}

/**
 * SQL that PostgreSQL and SQLite spell differently, with PostgreSQL's meaning on both.
 *
 * The JSON helpers let the database write a whole response. Both engines write the same text: no blanks,
 * keys in the order given, booleans as true/false, timestamps as `2026-01-02T03:04:05.678+00:00`.
 *
 *     const track = sql.jsonObject([
 *       { key: 'id', value: eb.ref('page.id'), type: 'integer' },
 *       { key: 'enabled', value: eb.ref('page.enabled'), type: 'boolean' },
 *     ]);
 *     db.selectFrom(rows.as('page')).select([sql.jsonArrayAgg(track).as('body'), eb.fn.countAll().as('count')])
 */
export interface DialectSql {
  /** Case-sensitive; `%` and `_` are wildcards, a backslash escapes the next character. */
  like(value: Expression<unknown>, pattern: string): RawBuilder<SqlBool>;
  /** Case-insensitive `like`, in every script. */
  ilike(value: Expression<unknown>, pattern: string): RawBuilder<SqlBool>;
  /** Like `<>`, but NULL equals NULL and differs from every value. */
  isDistinctFrom(left: Expression<unknown>, right: Expression<unknown>): RawBuilder<SqlBool>;
  jsonObject(fields: readonly JsonField[]): RawBuilder<string>;
  /** One value as JSON text; `null` for NULL. */
  jsonValue(field: Pick<JsonField, 'value' | 'type'>): RawBuilder<string>;
  /** Follows keys and (from the end when negative) indexes into a JSON column. NULL where a step is missing. */
  jsonPath(
    value: Expression<unknown>,
    keys: readonly (string | number)[],
    as: 'json' | 'text',
  ): RawBuilder<unknown>;
  /** A value as PostgreSQL's `::text` writes it. */
  toText(value: Expression<unknown>, type: JsonType): RawBuilder<string>;
  /** Whether the pattern, which `compileRegex` has accepted, matches any part of the value. */
  matches(value: Expression<unknown>, pattern: string, ignoreCase: boolean): RawBuilder<SqlBool>;
  /** PostgreSQL's `jsonb @> jsonb`. */
  jsonContains(container: Expression<unknown>, contained: Expression<unknown>): RawBuilder<SqlBool>;
  /** Full-text search with the configuration, or the database's default one. Absent on SQLite. */
  textSearch?(value: Expression<unknown>, search: TextSearch): RawBuilder<SqlBool>;
  /** Whether the row's key is one of `keys`. Their number is not limited, because they are bound as one parameter. */
  keyIn(columns: readonly KeyColumn[], keys: readonly (readonly unknown[])[]): RawBuilder<SqlBool>;
  /** Locks selected rows that the transaction will write. */
  readonly forUpdate: RawBuilder<unknown>;
  /**
   * An always-true condition through which the read guard can abort a statement: add it to statements that may scan
   * very many rows. Absent where the engine has timeouts.
   */
  readonly step?: RawBuilder<SqlBool>;
  /**
   * Aggregate: the JSON texts of a group as one array, in the order of the rows; `[]` for none. All arrays of one embed
   * have the same `level`; their total size may not exceed the limit of a response.
   */
  jsonArrayAgg(item: Expression<string>, level: number): RawBuilder<string>;
  /**
   * Like `jsonArrayAgg`, for a whole response: a buffer where the engine supports it, which avoids two copies. Above
   * `maxBytes` it fails or is NULL.
   */
  jsonArrayBytes(item: Expression<string>, maxBytes: number): RawBuilder<Buffer | string | null>;
  /** Whether selected expressions are computed even for rows that the offset skips. */
  readonly computesSkippedRows: boolean;
}
