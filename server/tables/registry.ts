import type { ForeignKey, TableDefinition, UniqueKey } from './table-definition.ts';
import { createUnknownTableError } from './tables.errors.ts';

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

/** Every table of the API. Others do not exist for clients. */
export interface Registry {
  readonly tables: ReadonlyMap<string, TableDefinition>;
  relationsOf(table: TableDefinition): readonly Relation[];
}

export function createRegistry(definitions: readonly TableDefinition[]): Registry {
  const tables = new Map(definitions.map((definition) => [definition.name, definition]));
  const relations = new Map<string, Relation[]>(definitions.map(({ name }) => [name, []]));
  for (const source of definitions) {
    for (const key of source.foreignKeys) {
      const target = tables.get(key.references.table);
      if (target === undefined) continue;
      relations.get(source.name)?.push(forward(key, target));
      relations.get(target.name)?.push(backward(key, source));
    }
  }
  return { tables, relationsOf: (table) => relations.get(table.name) ?? [] };
}

/** The primary key first: the default of an upsert without `on_conflict`. */
export function uniqueKeysOf(table: TableDefinition): readonly UniqueKey[] {
  return [{ constraint: `${table.name}_pkey`, columns: table.primaryKey }, ...table.uniqueKeys];
}

function forward(key: ForeignKey, target: TableDefinition): Relation {
  return {
    constraint: key.constraint,
    target,
    cardinality: 'one',
    localColumn: key.column,
    targetColumn: key.references.column,
    keyColumn: key.column,
    isForward: true,
  };
}

function backward(key: ForeignKey, source: TableDefinition): Relation {
  const isUnique = uniqueKeysOf(source).some(
    ({ columns }) => columns.length === 1 && columns[0] === key.column,
  );
  return {
    constraint: key.constraint,
    target: source,
    cardinality: isUnique ? 'one' : 'many',
    localColumn: key.references.column,
    targetColumn: key.column,
    keyColumn: key.column,
    isForward: false,
  };
}

/** Finds a table by name; throws PGRST205 if unknown. */
export function getTable({ tables }: Registry, name: string): TableDefinition {
  const table = tables.get(name);
  if (table === undefined) throw createUnknownTableError(name);
  return table;
}
