import { type Expression, type SqlBool, sql } from 'kysely';
import type { DialectSql, JsonField } from '../queries/dialect-sql.ts';
import { ANY_ONE, ANY_RUN, type LikeStep, parseLike } from '../queries/like-pattern.ts';

const SMALL_ROW_BYTES = 4096;

export const sqliteSql: DialectSql = {
  like: (value, pattern) => sql<SqlBool>`${value} glob ${parseLike(pattern).map(toGlob).join('')}`,

  ilike: (value, pattern) =>
    isAscii(pattern)
      ? // Folding ASCII is enough for such a pattern, and SQLite's own operator is many times faster.
        sql<SqlBool>`${value} like ${pattern} escape '\\'`
      : sql<SqlBool>`unicode_ilike(${value}, ${pattern})`,

  isDistinctFrom: (left, right) => sql<SqlBool>`${left} is not ${right}`,

  jsonObject: (fields) =>
    sql<string>`json_object(${sql.join(fields.flatMap((field) => [sql.lit(field.key), toJsonValue(field)]))})`,

  jsonValue: (field) => sql<string>`json_quote(${toJsonValue(field)})`,

  jsonPath: (value, keys, as) => {
    const found = sql`(${value} -> ${toPath(keys)})`;
    if (as === 'json') return found;
    // ->> would return 1 for true, but PostgreSQL returns 'true'. Concatenation removes the JSON subtype.
    return sql`case json_type(${value}, ${toPath(keys)})
      when 'text' then ${value} ->> ${toPath(keys)} when 'null' then null else ${found} || '' end`;
  },

  toText: (value, type) => {
    if (type === 'timestamp')
      return sql<string>`replace(substr(${value}, 1, 23), 'T', ' ') || '+00'`;
    if (type === 'boolean') {
      return sql<string>`case ${value} when 1 then 'true' when 0 then 'false' end`;
    }
    // A cast of text to text keeps the JSON subtype; concatenation removes it.
    return sql<string>`(cast(${toJsonValue({ value, type })} as text) || '')`;
  },

  matches: (value, pattern, ignoreCase) =>
    sql<SqlBool>`regex_match(${value}, ${pattern}, ${ignoreCase ? 1 : 0})`,

  jsonContains: (container, contained) => sql<SqlBool>`json_contains(${container}, ${contained})`,

  keyIn: (columns, keys) => {
    const names = columns.map(({ name }) => sql.ref(name));
    const parts = columns.map((_, index) => sql`k.value ->> ${sql.lit(index)}`);
    return sql<SqlBool>`(${sql.join(names)}) in
      (select ${sql.join(parts)} from json_each(${JSON.stringify(keys)}) as k)`;
  },

  // A transaction holds the only write lock.
  forUpdate: sql``,

  step: sql<SqlBool>`read_step()`,

  computesSkippedRows: false,

  // Small rows are not size-checked: a thousand of them stay small, and the check costs time.
  jsonArrayBytes: (item) => {
    const size = sql`octet_length(${item})`;
    const counted = sql`iif(${size} < ${sql.lit(SMALL_ROW_BYTES)} or read_size(0, ${size}), ${item}, '')`;
    return sql<Buffer>`cast('[' || coalesce(group_concat(${counted}, ','), '') || ']' as blob)`;
  },

  jsonArrayAgg: (item, level) => {
    const counted = sql`iif(read_size(${sql.lit(level)}, octet_length(${item})), ${item}, '')`;
    return sql<string>`'[' || coalesce(group_concat(${counted}, ','), '') || ']'`;
  },
};

/** GLOB is SQLite's case-sensitive match, with other wildcards. */
function toGlob(step: LikeStep): string {
  if (step === ANY_RUN) return '*';
  if (step === ANY_ONE) return '?';
  return step === '*' || step === '?' || step === '[' ? `[${step}]` : step;
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant.
  return /^[\x00-\x7f]*$/.test(text);
}

/** The result is NULL for a key with a quote or a backslash, which SQLite's path language cannot express. */
function toPath(keys: readonly (string | number)[]): string {
  const steps = keys.map((key) => {
    if (typeof key === 'number') return key < 0 ? `[#${key}]` : `[${key}]`;
    return /["\\]/.test(key) ? '[#]' : `."${key}"`;
  });
  return `$${steps.join('')}`;
}

function toJsonValue({ value, type }: Pick<JsonField, 'value' | 'type'>): Expression<unknown> {
  switch (type) {
    case 'boolean':
      return sql`case ${value} when 1 then json('true') when 0 then json('false') end`;
    case 'timestamp':
      return sql`substr(${value}, 1, 23) || '+00:00'`;
    case 'json':
      return sql`json(${value})`;
    case 'real':
      // PostgreSQL writes 18, not 18.0.
      return sql`iif(${value} = cast(${value} as integer), cast(${value} as integer), ${value})`;
    default:
      return value;
  }
}
