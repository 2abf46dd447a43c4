import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectSql, JsonField } from './dialect-sql.ts';
import { orderTerm } from './order-term.ts';
import { ANY_ONE, ANY_RUN, type LikeStep, parseLike } from './sqlite/text-functions.ts';

export const sqliteSql: DialectSql = {
  like: (value, pattern) => sql<SqlBool>`${value} glob ${parseLike(pattern).map(toGlob).join('')}`,

  ilike: (value, pattern) =>
    isAscii(pattern)
      ? // Folding ASCII is all that such a pattern needs, and SQLite's own operator is many times faster.
        sql<SqlBool>`${value} like ${pattern} escape '\\'`
      : sql<SqlBool>`unicode_ilike(${value}, ${pattern})`,

  isDistinctFrom: (left, right) => sql<SqlBool>`${left} is not ${right}`,

  orderTerm,

  jsonObject: (fields) =>
    sql<string>`json_object(${sql.join(fields.flatMap((field) => [sql.lit(field.key), toJsonValue(field)]))})`,

  jsonArrayAgg: (item) => sql<string>`'[' || coalesce(group_concat(${item}, ','), '') || ']'`,
};

/** GLOB is SQLite's case-sensitive match, with other wild cards. */
function toGlob(step: LikeStep): string {
  if (step === ANY_RUN) return '*';
  if (step === ANY_ONE) return '?';
  return step === '*' || step === '?' || step === '[' ? `[${step}]` : step;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
  return /^[\x00-\x7f]*$/.test(text);
}

function toJsonValue({ value, type }: JsonField): RawBuilder<unknown> {
  switch (type) {
    case 'boolean':
      return sql`json(case ${value} when 1 then 'true' when 0 then 'false' end)`;
    case 'timestamp':
      return sql`substr(${value}, 1, 23) || '+00:00'`;
    case 'json':
      return sql`json(${value})`;
    case 'real':
      // PostgreSQL writes 18, not 18.0.
      return sql`iif(${value} = cast(${value} as integer), cast(${value} as integer), ${value})`;
    default:
      return sql`${value}`;
  }
}
