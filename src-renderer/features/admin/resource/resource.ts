import type { ComponentType, ReactNode } from 'react';
import type { AdminArea } from '#contract/constants/admin-roles.ts';
import type { AdminBackend } from '../admin-session.ts';
import type { FollowedTable } from '../shared/admin-changes.tsx';
import { capitalize } from '../shared/format.ts';
import type { Column, Sort } from './data-table.tsx';
import type { ListPage } from './list-state.tsx';

export type FilterValues = Readonly<Record<string, string>>;

/** One of a few values; the first is the default and is left out of the URL. */
export interface ChoiceFilter<Value extends string = string> {
  readonly label: string;
  /** Chips show all options; a `pick` is a select without a visible label. */
  readonly as: 'chips' | 'pick';
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** The value of `data-stage`, which sets the colour of a chip. */
    readonly stage?: string;
  }[];
}

/** A day as `2026-11-21`; empty for none. */
export interface DateFilter {
  readonly label: string;
  readonly as: 'date';
}

type FilterFields<Filters extends FilterValues> = {
  readonly [Name in keyof Filters]: ChoiceFilter<Filters[Name]> | DateFilter;
};

/** The view of a list, as stored in the URL. */
export interface ListView<Filters extends FilterValues = FilterValues> {
  readonly search: string;
  readonly filters: Filters;
  readonly sort: Sort;
  /** Zero-based. */
  readonly page: number;
}

export interface ListQuery<Filters extends FilterValues = FilterValues> extends ListView<Filters> {
  readonly perPage: number;
}

/** Rows of a page, unless the resource declares a different number. */
export const PER_PAGE = 50;

/** Declares a list of the admin area; `ResourcePage` renders it. */
export interface Resource<Row, Filters extends FilterValues = Record<never, string>> {
  /** Query keys start with `['admin', name]`. */
  readonly name: string;
  /** Accessible name of the table. */
  readonly caption: string;
  readonly label: readonly [one: string, several: string];
  /** Roles without write access get no `add`, and disabled controls in the panel. */
  readonly area: AdminArea;
  readonly keyOf: (row: Row) => string | number;
  /** The first column; its text opens the row. */
  readonly title: {
    readonly header: string;
    readonly of: (row: Row) => string;
    readonly sortBy?: string;
    /** Wraps the button that opens the row. */
    readonly cell?: (row: Row, button: ReactNode) => ReactNode;
  };
  readonly columns: readonly Column<Row>[];
  /** The placeholder of the search field; absent: no search. */
  readonly search?: string;
  readonly filters: FilterFields<Filters>;
  readonly defaultSort: Sort | ((filters: Filters) => Sort);
  /** Orders offered in a select above the list. */
  readonly orders?: readonly (Sort & { readonly label: string })[];
  readonly perPage?: number;
  /** `reset` is the button that clears all filters. */
  readonly empty: (view: ListView<Filters>) => {
    readonly title: string;
    readonly text?: string;
    readonly reset?: string;
  };
  readonly read: (
    query: ListQuery<Filters>,
    backend: AdminBackend,
    signal: AbortSignal,
  ) => Promise<ListPage<Row>>;
  readonly Notice?: ComponentType;
  readonly detail?: {
    /** The URL parameter: `?ticket=12`. */
    readonly param: string;
    /** Reads a row outside the current page; null when it does not exist. */
    readonly read: (id: string, backend: AdminBackend, signal: AbortSignal) => Promise<Row | null>;
    readonly panel: (row: Row, onDone: () => void) => ReactNode;
    /** The panel is read-only for every role. */
    readonly isReadOnly?: true;
  };
  readonly add?: {
    /** The label of the button and the heading of the form. */
    readonly label: string;
    /** Pass an id to `onDone` to open that row. */
    readonly form: (onDone: (id?: string | number) => void) => ReactNode;
  };
  readonly export?: {
    readonly label: string;
    readonly save: (view: ListView<Filters>, backend: AdminBackend) => Promise<void>;
  };
  /** Tables whose changes trigger a refetch. */
  readonly refreshOn?: readonly FollowedTable[];
  /** Polling interval for data outside the change log. */
  readonly refetchMs?: number;
}

export const fieldsOf = <Row, Filters extends FilterValues>({
  filters,
}: Resource<Row, Filters>): [string, ChoiceFilter | DateFilter][] => Object.entries(filters);

export const sortOf = <Row, Filters extends FilterValues>(
  { defaultSort }: Resource<Row, Filters>,
  filters: Filters,
): Sort => (typeof defaultSort === 'function' ? defaultSort(filters) : defaultSort);

/** Options labelled by their capitalised values, except for the given labels. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  labels: Partial<Record<Value, string>> = {},
) => values.map((value) => ({ value, label: labels[value] ?? capitalize(value) }));

/** `%words%` for `ilike`, with pattern characters escaped; undefined without words. */
export function patternOf(search: string): string | undefined {
  const words = search.trim();
  return words === '' ? undefined : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
