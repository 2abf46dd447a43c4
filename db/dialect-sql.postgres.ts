import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectSql, JsonField } from './dialect-sql.ts';
import { orderTerm } from './order-term.ts';

export const postgresSql: DialectSql = {
  like: (value, pattern) => sql<SqlBool>`${value} like ${pattern}`,

  // Columns collate "C" so that they sort alike everywhere; that collation folds ASCII only.
  ilike: (value, pattern) =>
    sql<SqlBool>`lower(${value} collate "und-x-icu") like lower(${pattern}::text collate "und-x-icu")`,

  isDistinctFrom: (left, right) => sql<SqlBool>`${left} is distinct from ${right}`,

  orderTerm,

  jsonObject: (fields) =>
    // Put together from text, since json_build_object writes blanks that SQLite does not.
    sql<string>`concat(${sql.join([sql`'{'`, ...fields.flatMap(toJsonMember), sql`'}'`])})`,

  jsonArrayAgg: (item) => sql<string>`'[' || coalesce(string_agg(${item}, ','), '') || ']'`,
};

function toJsonMember(field: JsonField, index: number): RawBuilder<unknown>[] {
  const key = `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`;
  return [sql`${sql.lit(key)}`, sql`coalesce(${toJsonValue(field)}, 'null')`];
}

function toJsonValue({ value, type }: JsonField): RawBuilder<unknown> {
  switch (type) {
    case 'text':
      return sql`to_json(${value}::text)::text`;
    case 'timestamp':
      return sql`'"' || to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '+00:00"'`;
    default:
      return sql`${value}::text`;
  }
}
