import type { ColumnType, Generated } from 'kysely';
import type { Column, Table } from '#contract/rows/define-table.ts';

/** RFC 3339 in UTC with milliseconds and `Z`; the same at run time on both engines. */
export type Timestamp = string;

/** Set by the database when omitted. */
export type GeneratedTimestamp = ColumnType<Timestamp, Timestamp | undefined, Timestamp>;

/**
 * JSON ready to be stored. Branded, so that the compiler refuses a bare string for a JSON column: `'{}'` and `'"{}"'`
 * are both valid JSON, but only one is intended.
 */
export type JsonText = string & { readonly __jsonText: true };

/** Parsed when read; written through `toJson`, so that no bare string is stored unencoded. */
export type JsonColumn<T> = ColumnType<T, JsonText, JsonText>;
export type OptionalJsonColumn<T> = ColumnType<
  T | null,
  JsonText | null | undefined,
  JsonText | null
>;
export type GeneratedJsonColumn<T> = ColumnType<T, JsonText | undefined, JsonText>;

/** Assigned by the database and never reused; can be set explicitly (seeds, restores). */
export type Identity = Generated<number>;

/** Kysely's type of a table that the contract defines. */
export type TableOf<T extends Table> = {
  [C in keyof T['columns']]: T['columns'][C] extends Column<infer Type, infer Value, infer Optional>
    ? Type extends 'json'
      ? ColumnType<Value, Stored<Value> | MayBeOmitted<Optional>, Stored<Value>>
      : ColumnType<Value, Value | MayBeOmitted<Optional>, Value>
    : never;
};
type MayBeOmitted<Optional> = Optional extends true ? undefined : never;
/** A nullable JSON column can hold SQL NULL or JSON null; we use SQL NULL. */
type Stored<Value> = null extends Value ? JsonText | null : JsonText;
