import type { Expression } from 'kysely';
import type { Column, RowOf, Table } from '#contract/rows/define-table.ts';
import type { DialectSql } from '#db/queries/dialect-sql.ts';
import type { TextFilter } from '#db/queries/text-search.ts';
import type { Executor } from '#db/schema/database.ts';
import type { Actor, Role } from '#server/core/actors/actor.ts';
import { definePolicy, type Rule, type TablePolicy } from './rules.ts';
import type { CellValue } from './values.ts';

/** Renders an address: with origin for display, or as stored for comparison. */
export type ShowAddress = (address: Expression<unknown>) => Expression<unknown>;

/** Replaces the stored value for everyone but admins; filters also see the replacement. */
export interface ColumnMask {
  /** SQL over the columns of the table under `alias`; each address goes through `show`. */
  expression(alias: string, show: ShowAddress): Expression<unknown>;
  /** Replaces the value in the row of a change event, in memory. The current rules mask older rows too. */
  value(row: Readonly<Record<string, unknown>>): unknown;
  /** Changes whenever `value` may return something else. */
  version(): number;
}

export interface ColumnDefinition extends Column {
  readonly mask?: ColumnMask;
}

/** A foreign key to another registered table; clients cannot see any other. */
interface ForeignKey {
  readonly constraint: string;
  readonly column: string;
  /** The table to whose `id` it refers. */
  readonly parent: string;
  /**
   * Limits who may see the parent row. Other callers get the error of a missing row, so that the key does not
   * disclose its existence.
   */
  readonly visibleTo: Visibility | undefined;
}

/** The SQL filter of a rule, without the row type of the rule's table. */
type Visibility = Pick<Rule<never>, 'filter'>;

/** Writable columns by role; a role without an entry may write all. */
export type WritableColumns = Partial<Record<Role, readonly string[]>>;

/** New rows within their transaction, after the policy check. */
export interface Inserted {
  readonly trx: Executor;
  readonly dialect: DialectSql;
  readonly actor: Actor;
  readonly keys: readonly (readonly CellValue[])[];
  readonly rows: readonly Readonly<Record<string, CellValue>>[];
  /** RFC 3339 in UTC. */
  readonly now: string;
}

/** Rows about to be deleted, within their transaction. */
export type Removed = Pick<Inserted, 'trx' | 'keys'>;

/** A table of the contract with its server-only parts. */
export interface TableDefinition extends Omit<Table, 'references'> {
  readonly columns: Readonly<Record<string, ColumnDefinition>>;
  /** Columns with paths on this server; responses add the origin. */
  readonly addressColumns: readonly string[];
  /** The primary key first. */
  readonly uniqueKeys: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly policy: TablePolicy<Record<string, unknown>>;
  readonly insertable: WritableColumns;
  readonly updatable: WritableColumns;
  /** Runs after an insert in its transaction; resolves with the keys of rows to keep. */
  readonly afterInsert: ((inserted: Inserted) => Promise<Inserted['keys']>) | null;
  /** Deletes dependent rows in batches, where there may be very many. */
  readonly beforeDelete: ((removed: Removed) => Promise<void>) | null;
  /**
   * Logs a deletion of several rows as one audit entry: their number and the names of the first few. `rows` is the word
   * for such rows in that entry, and `name` is the column with their names.
   */
  readonly bulkDeletion: { readonly rows: string; readonly name: string } | null;
  /** Validates a row before it is written; returns the error message. */
  readonly findFault: ((row: Record<string, unknown>) => string | undefined) | null;
  /** Columns with a substring index. */
  readonly searchableColumns: readonly TextFilter['column'][];
}

interface Registration<Row> {
  /** A missing verb is refused. */
  readonly policy: Partial<TablePolicy<Row>>;
  readonly insertable?: Partial<Record<Role, readonly (keyof Row & string)[]>>;
  readonly updatable?: Partial<Record<Role, readonly (keyof Row & string)[]>>;
  /** By column: who may see the row it refers to. */
  readonly visibleParents?: { readonly [Column in keyof Row]?: Visibility };
  readonly masks?: { readonly [Column in keyof Row]?: ColumnMask };
  readonly afterInsert?: TableDefinition['afterInsert'];
  readonly beforeDelete?: TableDefinition['beforeDelete'];
  readonly bulkDeletion?: { readonly rows: string; readonly name: keyof Row & string };
  readonly findFault?: (row: Row) => string | undefined;
  readonly searchableColumns?: TableDefinition['searchableColumns'];
}

export function registerTable<T extends Table>(
  table: T,
  { policy, visibleParents, masks, ...registration }: Registration<RowOf<T>>,
): TableDefinition {
  const { name, columns, primaryKey, references, uniqueKeys } = table;
  const parents: Partial<Record<string, Visibility>> = visibleParents ?? {};
  const masked: Partial<Record<string, ColumnMask>> = masks ?? {};
  const definition = {
    ...table,
    policy: definePolicy(policy),
    insertable: {},
    updatable: {},
    afterInsert: null,
    beforeDelete: null,
    bulkDeletion: null,
    findFault: null,
    searchableColumns: [],
    ...registration,
    columns: Object.fromEntries(
      Object.entries(columns).map(([column, described]) => {
        const mask = masked[column];
        return [column, mask === undefined ? described : { ...described, mask }];
      }),
    ),
    addressColumns: Object.keys(columns).filter((column) => columns[column]?.isAddress),
    uniqueKeys: [primaryKey, ...uniqueKeys],
    foreignKeys: Object.entries(references).map(
      ([column, parent]): ForeignKey => ({
        constraint: `${name}_${column}_fkey`,
        column,
        parent,
        visibleTo: parents[column],
      }),
    ),
  };
  // The engine treats rows of every table as records; a policy only gets rows of its own table.
  return definition as unknown as TableDefinition;
}

/** A relation between two tables, seen from the embedding table. */
export interface Relation {
  readonly constraint: string;
  readonly target: TableDefinition;
  /** `one`: object or null; `many`: array. */
  readonly cardinality: 'one' | 'many';
  readonly localColumn: string;
  readonly targetColumn: string;
  /** The referencing column, which may name a relation or serve as a hint. */
  readonly keyColumn: string;
  /** Whether this table holds the foreign key. */
  readonly isForward: boolean;
}

/** Every table of the API; clients cannot see any other. */
export interface Registry {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  relationsOf(table: TableDefinition): readonly Relation[];
}

export function createRegistry(definitions: readonly TableDefinition[]): Registry {
  const tables = new Map(definitions.map((definition) => [definition.name, definition]));
  const relations = new Map<string, Relation[]>(definitions.map(({ name }) => [name, []]));
  for (const source of definitions) {
    for (const { constraint, column, parent } of source.foreignKeys) {
      const target = tables.get(parent);
      if (target === undefined) continue;
      const isUnique = source.uniqueKeys.some((key) => key.length === 1 && key[0] === column);
      const key = { constraint, keyColumn: column };
      relations.get(source.name)?.push({
        ...key,
        target,
        cardinality: 'one',
        localColumn: column,
        targetColumn: 'id',
        isForward: true,
      });
      relations.get(target.name)?.push({
        ...key,
        target: source,
        cardinality: isUnique ? 'one' : 'many',
        localColumn: 'id',
        targetColumn: column,
        isForward: false,
      });
    }
  }
  return { tables, relationsOf: (table) => relations.get(table.name) ?? [] };
}
