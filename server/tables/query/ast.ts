import type { TextSearch } from '#db/queries/dialect-sql.ts';

/** A parsed query string; its tables and columns are not validated yet. */

export interface JsonStep {
  readonly arrow: '->' | '->>';
  readonly key: string | number;
}

export interface Field {
  readonly name: string;
  readonly path: readonly JsonStep[];
}

export type CompareOperator =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch';

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Operation =
  | {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly quantifier: 'any' | 'all' | null;
      readonly value: string;
    }
  | { readonly kind: 'isdistinct'; readonly value: string }
  | { readonly kind: 'is'; readonly value: IsValue }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'contains'; readonly symbol: '@>' | '<@'; readonly value: string }
  | ({ readonly kind: 'search' } & TextSearch)
  /** Operators of array and range types, which no column has. */
  | { readonly kind: 'unsupported'; readonly symbol: string };

export interface Filter {
  readonly kind: 'filter';
  readonly field: Field;
  readonly negated: boolean;
  readonly operation: Operation;
}

export interface LogicGroup {
  readonly kind: 'and' | 'or';
  readonly negated: boolean;
  readonly terms: readonly Condition[];
}

export type Condition = Filter | LogicGroup;

/** All filters, including those within groups. */
export const filtersOf = (conditions: readonly Condition[]): Filter[] =>
  conditions.flatMap((it) => (it.kind === 'filter' ? it : filtersOf(it.terms)));

export interface ColumnItem {
  readonly kind: 'column';
  readonly field: Field;
  readonly alias: string | null;
  readonly cast: string | null;
  readonly aggregate: string | null;
}

export interface EmbedItem {
  readonly kind: 'embed';
  readonly relation: string;
  readonly alias: string | null;
  readonly hint: string | null;
  readonly inner: boolean;
  readonly spread: boolean;
  readonly items: readonly SelectItem[];
}

export type SelectItem = { readonly kind: 'star' } | ColumnItem | EmbedItem;

export interface OrderTerm {
  /** Set when sorting by a column of a to-one embed: `order=rel(col)`. */
  readonly relation: string | null;
  readonly field: Field;
  readonly descending: boolean;
  readonly nulls: 'first' | 'last';
}

/** Quoted names may contain dots, so the path of an embed uses a separator that no name contains. */
export const PATH_SEPARATOR = '\u0000';

/** Filters, order and range of a level: the table (path `''`) or an embed (`rel`, `rel.nested`). */
export interface LevelQuery {
  readonly conditions: Condition[];
  order: readonly OrderTerm[];
  limit: number | null;
  offset: number;
}

/** A level without parameters. */
export const PLAIN_LEVEL: LevelQuery = { conditions: [], order: [], limit: null, offset: 0 };

export interface TableQuery {
  readonly select: readonly SelectItem[];
  readonly levels: ReadonlyMap<string, LevelQuery>;
  readonly root: LevelQuery;
  readonly columns: readonly string[] | null;
  readonly onConflict: readonly string[] | null;
}
