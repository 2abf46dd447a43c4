import type { Expression, Kysely } from 'kysely';
import type { DialectSql } from '#db/dialect-sql.ts';
import type { Database } from '#db/schema/database.ts';
import type { TextFilter } from '#db/text-search.ts';
import type { Actor, Role } from '#server/core/actor.ts';
import type { TablePolicy } from './policy.ts';
import type { Rule } from './rules.ts';
import type { ColumnType } from './values/column-type.ts';
import type { CellValue } from './values/json-values.ts';

/** What a row gets in a column its writer left out. */
type ColumnDefault =
  | { readonly kind: 'none' }
  /** The database numbers the row. */
  | { readonly kind: 'identity' }
  | { readonly kind: 'now' }
  | { readonly kind: 'value'; readonly value: unknown };

/** Shows something else than what is stored, to everyone but the admin; filters see the same. */
interface ColumnMask {
  /** Over the columns of the table under `alias`. */
  expression(alias: string): Expression<unknown>;
  /** The same about a row in hand, for change events: what is hidden now is hidden in old rows too. */
  value(row: Readonly<Record<string, unknown>>): unknown;
  /** Another number whenever `value` may answer otherwise. */
  version(): number;
}

export interface ColumnDefinition {
  readonly type: ColumnType;
  readonly nullable: boolean;
  readonly default: ColumnDefault;
  readonly mask?: ColumnMask;
}

export interface UniqueKey {
  /** As PostgreSQL names it, because it is part of an error message. */
  readonly constraint: string;
  readonly columns: readonly string[];
}

/** A foreign key to another registered table; keys to tables without registration do not exist. */
export interface ForeignKey {
  readonly constraint: string;
  readonly column: string;
  readonly references: { readonly table: string; readonly column: string };
  /**
   * Who may see the parent row. A writer who may not is answered as if it did not exist, which the key by
   * itself would give away.
   */
  readonly visibleTo?: Visibility;
}

/** The SQL half of a rule, which asks for no row of its own. */
type Visibility = Pick<Rule<never>, 'filter'>;

/** Columns a role may name when it writes; a role that is absent may name all. */
export type WritableColumns = Partial<Record<Role, readonly string[]>>;

/** New rows inside their transaction, after the policy has let them in. */
export interface Inserted {
  readonly trx: Kysely<Database>;
  readonly dialect: DialectSql;
  readonly actor: Actor;
  readonly keys: readonly (readonly CellValue[])[];
  readonly rows: readonly Readonly<Record<string, CellValue>>[];
  /** RFC 3339 in UTC. */
  readonly now: string;
}

/** Rows about to go, inside their transaction. */
export type Removed = Pick<Inserted, 'trx' | 'keys'>;

export interface TableDefinition<Row = Record<string, unknown>> {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  readonly primaryKey: readonly string[];
  readonly uniqueKeys: readonly UniqueKey[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly policy: TablePolicy<Row>;
  readonly insertable: WritableColumns;
  readonly updatable: WritableColumns;
  /** Set to the current time by every update that does not name it. */
  readonly touchedColumn: string | null;
  /** Every change of it raises the change log's id, so that answers about it can be kept until then. */
  readonly isLogged: boolean;
  /** The admin, who must not see its rows, is told that one changed, so that a count can be read again. */
  readonly isAnnounced: boolean;
  /** The most rows of one person, who is named by this column; null where a key says how many there can be. */
  readonly quota: { readonly column: string; readonly rows: number } | null;
  /** What an insert brings along; answers the keys of the rows that stay. */
  readonly afterInsert: ((inserted: Inserted) => Promise<Inserted['keys']>) | null;
  /** Takes away what hangs on the rows, where that may be very much. */
  readonly beforeDelete: ((removed: Removed) => Promise<void>) | null;
  /** What is wrong with a row about to be written, as a sentence for whoever writes it. */
  readonly findFault: (row: Row) => string | undefined;
  /** Columns with an index for parts of words. */
  readonly searchableColumns: readonly TextFilter['column'][];
}

interface Options<T> {
  nullable?: boolean;
  default?: T;
  mask?: ColumnMask;
}

const definition = (type: ColumnType, options: Options<unknown> = {}): ColumnDefinition => ({
  type,
  nullable: options.nullable ?? false,
  default:
    options.default === undefined ? { kind: 'none' } : { kind: 'value', value: options.default },
  ...(options.mask === undefined ? {} : { mask: options.mask }),
});

/** The vocabulary of a registration. */
export const column = {
  identity: (): ColumnDefinition => ({
    type: 'integer',
    nullable: false,
    default: { kind: 'identity' },
  }),
  integer: (options?: Options<number>) => definition('integer', options),
  real: (options?: Options<number>) => definition('double precision', options),
  text: (options?: Options<string>) => definition('text', options),
  boolean: (options?: Options<boolean>) => definition('boolean', options),
  uuid: (options?: Options<string>) => definition('uuid', options),
  json: (options?: Options<unknown>) => definition('json', options),
  timestamp: (options?: Options<string>) => definition('timestamp with time zone', options),
  /** A timestamp the server fills in. */
  now: (): ColumnDefinition => ({
    type: 'timestamp with time zone',
    nullable: false,
    default: { kind: 'now' },
  }),
};

type Registration<Row> = Pick<TableDefinition<Row>, 'name' | 'primaryKey' | 'policy'> &
  Partial<Omit<TableDefinition<Row>, 'columns'>> & {
    /** Every column of the contract's row, and no other: what is not listed does not exist. */
    readonly columns: { readonly [C in keyof Row]-?: ColumnDefinition };
  };

export function defineTable<Row>(registration: Registration<Row>): TableDefinition {
  const table = {
    uniqueKeys: [],
    foreignKeys: [],
    insertable: {},
    updatable: {},
    touchedColumn: null,
    isLogged: false,
    isAnnounced: false,
    quota: null,
    afterInsert: null,
    beforeDelete: null,
    findFault: () => undefined,
    searchableColumns: [],
    ...registration,
    columns: registration.columns as Readonly<Record<string, ColumnDefinition>>,
  };
  // The engine reads rows of every table as records; the policy sees only its own table's rows.
  return table as unknown as TableDefinition;
}
