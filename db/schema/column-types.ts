import type { ColumnType, Generated } from 'kysely';

/** RFC 3339 in UTC with milliseconds and `Z`; one form at run time on both engines. */
export type Timestamp = string;

/** Set by the database when the writer leaves it out. */
export type GeneratedTimestamp = ColumnType<Timestamp, Timestamp | undefined, Timestamp>;

/**
 * JSON ready to be stored. Branded, so that the compiler refuses a bare string where a JSON column is
 * written: `'{}'` and `'"{}"'` are both valid JSON, and only one of them is what the caller meant.
 */
export type JsonText = string & { readonly __jsonText: true };

/** Parsed when read; written through `toJson`, so that a bare string can never slip in unencoded. */
export type JsonColumn<T> = ColumnType<T, JsonText, JsonText>;
export type OptionalJsonColumn<T> = ColumnType<
  T | null,
  JsonText | null | undefined,
  JsonText | null
>;
export type GeneratedJsonColumn<T> = ColumnType<T, JsonText | undefined, JsonText>;

/** Numbered by the database and never reused; a writer may still name one (seeds, restores). */
export type Identity = Generated<number>;

export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
