import type { AdminArea } from '../constants/admin-roles.ts';

// One definition of each table, as plain data: pages load it, so it holds no policy, no SQL and no zod. Row types,
// schemas, Kysely's types, codecs, lengths and the columns of lists follow from it. A migration creates the columns.

export type JsonObject = { [key: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** Column types, named as in PostgreSQL's messages. */
export type ColumnType =
  | 'integer'
  | 'double precision'
  | 'text'
  | 'boolean'
  | 'uuid'
  | 'timestamp with time zone'
  | 'json';

/** Default of a column omitted by an insert. */
type ColumnDefault =
  /** Database-generated id. */
  | { readonly kind: 'identity' }
  | { readonly kind: 'now' }
  | { readonly kind: 'value'; readonly value: string | number | boolean | null | object };

export interface Column<
  Type extends ColumnType = ColumnType,
  Value = unknown,
  IsOptional extends boolean = boolean,
> {
  readonly type: Type;
  readonly nullable: boolean;
  readonly default: ColumnDefault;
  /** Most characters (JSON as text); the database enforces the same (decision 23). */
  readonly max?: number;
  /** Allowed texts, enforced by the database. */
  readonly values?: readonly string[];
  /** Stored as a path on this server, and shown with the origin. */
  readonly isAddress?: boolean;
  /** Left out of lists, because only the page of a single row shows it. */
  readonly isUnlisted?: boolean;
  /** Types only; never set. */
  readonly of?: { value: Value; isOptional: IsOptional };
}

interface Options<T> {
  readonly nullable?: boolean;
  readonly default?: T;
  readonly max?: number;
  readonly isAddress?: boolean;
  readonly isUnlisted?: boolean;
}

type ValueOf<T, O> = O extends { nullable: true } ? T | null : T;
type IsOptional<O> = O extends { nullable: true } | { default: unknown } ? true : false;

/** `O` is the type of the given options; it decides whether the column may be null or omitted. */
function createColumn<Type extends ColumnType, T, O extends Options<T>>(
  type: Type,
  options: O | undefined,
  values?: readonly string[],
): Column<Type, ValueOf<T, O>, IsOptional<O>> & Pick<O, keyof O & 'max'> {
  const { nullable = false, default: value = null, ...others } = options ?? {};
  const described = { type, nullable, default: { kind: 'value', value }, ...others };
  // Safe: these are the members of the type, and `max` if it was given.
  return (values === undefined ? described : { ...described, values }) as never;
}

/** A JSON column of values of `T`. */
function json<T extends object>(options?: { max?: number }): Column<'json', T, false>;
function json<T extends object>(options: { default: T; max?: number }): Column<'json', T, true>;
function json(options: Options<object> = {}): Column<'json'> {
  return createColumn('json', options);
}

export const column = {
  /** A database-generated id. */
  identity: (): Column<'integer', number, true> => ({
    type: 'integer',
    nullable: false,
    default: { kind: 'identity' },
  }),
  /** A time set by the server. */
  now: (): Column<'timestamp with time zone', string, true> => ({
    type: 'timestamp with time zone',
    nullable: false,
    default: { kind: 'now' },
  }),
  integer: <const O extends Options<number>>(options?: O) =>
    createColumn<'integer', number, O>('integer', options),
  real: <const O extends Options<number>>(options?: O) =>
    createColumn<'double precision', number, O>('double precision', options),
  text: <const O extends Options<string>>(options?: O) =>
    createColumn<'text', string, O>('text', options),
  boolean: <const O extends Options<boolean>>(options?: O) =>
    createColumn<'boolean', boolean, O>('boolean', options),
  uuid: <const O extends Options<string>>(options?: O) =>
    createColumn<'uuid', string, O>('uuid', options),
  timestamp: <const O extends Options<string>>(options?: O) =>
    createColumn<'timestamp with time zone', string, O>('timestamp with time zone', options),
  oneOf: <const V extends string, const O extends Options<NoInfer<V>>>(
    values: readonly V[],
    options?: O,
  ) => createColumn<'text', V, O>('text', options, values),
  json,
  nullableJson: <T extends object>(options: Options<T> = {}) =>
    createColumn<'json', T, { nullable: true }>('json', { ...options, nullable: true }),
  /** A JSON column that may hold any value. */
  anyJson: (options: { max?: number } = {}) =>
    createColumn<'json', JsonValue, { max?: number }>('json', options),
};

type Columns = Readonly<Record<string, Column>>;

/** Whether pages write rows, only insert them, or only read; the policy decides for each user. */
type PageAccess = 'write' | 'insert' | 'read';

export interface Table<
  C extends Columns = Columns,
  R extends object = Readonly<Record<string, string>>,
  P extends PageAccess = PageAccess,
> {
  readonly name: string;
  /** The part of the admin area whose admins may read or write it. */
  readonly area: AdminArea;
  readonly columns: C;
  readonly primaryKey: readonly string[];
  readonly uniqueKeys: readonly (readonly string[])[];
  /** The table to whose `id` a column refers. */
  readonly references: R;
  readonly pagesMay: P;
  /** Set to the current time by every update that does not set it. */
  readonly updatedAtColumn: string | null;
  /** Changes are written to the change log, so answers can be cached until it grows. */
  readonly isLogged: boolean;
  /** Admins get change events without row contents, to refetch counts. */
  readonly isAnnounced: boolean;
  /** Maximum rows per user; `column` holds the user's id. Null if a key limits the rows. */
  readonly quota: { readonly column: string; readonly rows: number } | null;
}

type Name<C> = Extract<keyof C, string>;

interface Definition<C extends Columns, R, P> {
  readonly area: AdminArea;
  readonly columns: C;
  readonly primaryKey: readonly Name<C>[];
  readonly uniqueKeys?: readonly (readonly Name<C>[])[];
  readonly references?: R;
  readonly pagesMay?: P;
  readonly updatedAtColumn?: Name<C>;
  readonly isLogged?: boolean;
  readonly isAnnounced?: boolean;
  readonly quota?: { readonly column: Name<C>; readonly rows: number };
}

export function defineTable<
  C extends Columns,
  const R extends { readonly [Column in Name<C>]?: string } = Record<never, never>,
  const P extends PageAccess = 'write',
>(name: string, definition: Definition<C, R, P>): Table<C, R, P> {
  const described = {
    name,
    uniqueKeys: [],
    references: {},
    pagesMay: 'write',
    updatedAtColumn: null,
    isLogged: false,
    isAnnounced: false,
    quota: null,
    ...definition,
  };
  // Safe: the defaults above match the defaults of the type parameters.
  return described as unknown as Table<C, R, P>;
}

/** The row as the client sees it. */
export type RowOf<T extends Table> = {
  [C in keyof T['columns']]: T['columns'][C] extends Column<ColumnType, infer Value>
    ? Value
    : never;
};

type OptionalOf<T extends Table> = {
  [C in keyof T['columns']]: T['columns'][C] extends Column<ColumnType, unknown, true> ? C : never;
}[keyof T['columns']];

/** A new row: columns that may be null or have a default can be left out. */
export type InsertOf<T extends Table> = T['pagesMay'] extends 'read'
  ? Record<string, never>
  : Omit<RowOf<T>, OptionalOf<T>> & Partial<Pick<RowOf<T>, OptionalOf<T>>>;

export type UpdateOf<T extends Table> = T['pagesMay'] extends 'write'
  ? Partial<RowOf<T>>
  : Record<string, never>;

/** Columns of a list, as a `select`. */
export const listedColumns = ({ columns }: Table): string =>
  Object.keys(columns)
    .filter((name) => !columns[name]?.isUnlisted)
    .join(',');
