import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DialectSql, JsonField } from '../queries/dialect-sql.ts';

export const postgresSql: DialectSql = {
  like: (value, pattern) => sql<SqlBool>`${value} like ${pattern}`,

  // Columns collate "C" so that they sort alike everywhere; that collation folds ASCII only.
  ilike: (value, pattern) =>
    sql<SqlBool>`lower(${value} collate "und-x-icu") like lower(${pattern}::text collate "und-x-icu")`,

  isDistinctFrom: (left, right) => sql<SqlBool>`${left} is distinct from ${right}`,

  jsonObject: (fields) =>
    // Concatenated, since json_build_object writes blanks that SQLite does not.
    sql<string>`concat('{', ${sql.join([...inChunks(fields.map(toJsonMember)), sql`'}'`])})`,

  jsonValue: (field) => sql<string>`coalesce(${toJsonValue(field)}, 'null')`,

  jsonPath: (value, keys, as) => {
    const steps = keys.map((key, index) => {
      const arrow = as === 'text' && index === keys.length - 1 ? '->>' : '->';
      return sql`${sql.raw(arrow)} ${typeof key === 'number' ? sql.lit(key) : sql`${key}::text`}`;
    });
    return sql`(${value} ${sql.join(steps, sql` `)})`;
  },

  toText: (value, type) =>
    type === 'timestamp'
      ? sql<string>`to_char(${value} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS+00')`
      : sql<string>`${value}::text`,

  matches: (value, pattern, ignoreCase) =>
    sql<SqlBool>`${value} collate "und-x-icu" ${sql.raw(ignoreCase ? '~*' : '~')} ${pattern}`,

  jsonContains: (container, contained) =>
    sql<SqlBool>`(${container})::text::jsonb @> (${contained})::text::jsonb`,

  textSearch: (value, { reader, configuration, query }) => {
    const named = configuration === null ? sql`` : sql`${configuration}::text::regconfig, `;
    return sql<SqlBool>`to_tsvector(${named}${value}) @@ ${sql.raw(reader)}(${named}${query}::text)`;
  },

  keyIn: (columns, keys) => {
    const names = columns.map(({ name }) => sql.ref(name));
    const parts = columns.map(
      ({ type }, index) =>
        sql`(k ->> ${sql.lit(index)})::${sql.raw(type === 'integer' ? 'bigint' : type)}`,
    );
    return sql<SqlBool>`(${sql.join(names)}) in
      (select ${sql.join(parts)} from json_array_elements(${JSON.stringify(keys)}::json) as k)`;
  },

  forUpdate: sql`for update`,

  computesSkippedRows: true,

  jsonArrayBytes: (item, maxBytes) =>
    sql<string | null>`case when coalesce(sum(octet_length(${item})), 0) <= ${sql.lit(maxBytes)}
      then '[' || coalesce(string_agg(${item}, ','), '') || ']' end`,

  jsonArrayAgg: (item) => sql<string>`'[' || coalesce(string_agg(${item}, ','), '') || ']'`,
};

function toJsonMember(field: JsonField, index: number): RawBuilder<unknown> {
  const key = `${index === 0 ? '' : ','}${JSON.stringify(field.key)}:`;
  return sql`${sql.lit(key)}, coalesce(${toJsonValue(field)}, 'null')`;
}

/** A function accepts at most a hundred arguments. */
function inChunks(members: RawBuilder<unknown>[]): RawBuilder<unknown>[] {
  const chunks: RawBuilder<unknown>[] = [];
  for (let from = 0; from < members.length; from += 40) {
    chunks.push(sql`concat(${sql.join(members.slice(from, from + 40))})`);
  }
  return chunks;
}

function toJsonValue({ value, type }: Pick<JsonField, 'value' | 'type'>): RawBuilder<unknown> {
  switch (type) {
    case 'text':
      return sql`to_json(${value}::text)::text`;
    case 'timestamp':
      return sql`'"' || to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') || '+00:00"'`;
    default:
      return sql`${value}::text`;
  }
}
