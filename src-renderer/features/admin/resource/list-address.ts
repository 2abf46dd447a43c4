import { useSearchParams } from 'react-router-dom';
import type { Sort } from './data-table.tsx';
import {
  type ChoiceFilter,
  type DateFilter,
  type FilterValues,
  fieldsOf,
  type ListView,
  type Resource,
  sortOf,
} from './resource.ts';

/** Reads `?q=…&state=…&sort=-title&page=2`; unknown values fall back to the default. */
function readView<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
  query: URLSearchParams,
): ListView<Filters> {
  const values = fieldsOf(resource).map(([name, field]) => {
    const given = query.get(name) ?? '';
    if (field.as === 'date') return [name, isDay(given) ? given : ''];
    const known = field.options.some(({ value }) => value === given);
    return [name, known ? given : defaultOf(field)];
  });
  // Each value is one of its field's options.
  const filters: Filters = Object.fromEntries(values);
  const page = Number(query.get('page'));
  return {
    search: query.get('q') ?? '',
    filters,
    sort: readSort(resource, query.get('sort') ?? '') ?? sortOf(resource, filters),
    page: Number.isInteger(page) && page > 1 && page < 1e6 ? page - 1 : 0,
  };
}

const defaultOf = (field: ChoiceFilter | DateFilter) =>
  field.as === 'date' ? '' : (field.options[0]?.value ?? '');
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

export const defaultFilters = <Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
): Filters => readView(resource, new URLSearchParams()).filters;

function readSort<Row, Filters extends FilterValues>(
  { columns, title, orders = [] }: Resource<Row, Filters>,
  text: string,
): Sort | undefined {
  const isDescending = text.startsWith('-');
  const by = isDescending ? text.slice(1) : text;
  const known = [
    title.sortBy,
    ...columns.map(({ sortBy }) => sortBy),
    ...orders.map((order) => order.by),
  ];
  return by !== '' && known.includes(by) ? { by, isDescending } : undefined;
}

const textOf = ({ by, isDescending }: Sort) => `${isDescending ? '-' : ''}${by}`;

/**
 * The list's state in the URL, so that Back, links and a reload keep it. Defaults are left out, because the default
 * order depends on the filters. An order that the user chose is in the URL, so a filter does not change it.
 */
export function useListAddress<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
): [ListView<Filters>, (part: Partial<ListView<Filters>>) => void] {
  const [query, setQuery] = useSearchParams();
  const change = ({ search, filters, sort, page = 0 }: Partial<ListView<Filters>>) => {
    // Not `query`, which may not contain a change made just before this one.
    const next = new URLSearchParams(window.location.search);
    const set = (name: string, value: string, fallback: string) =>
      value === fallback ? next.delete(name) : next.set(name, value);
    if (filters) {
      for (const [name, field] of fieldsOf(resource)) {
        set(name, filters[name] ?? '', defaultOf(field));
      }
    }
    if (search !== undefined) set('q', search, '');
    if (sort) set('sort', textOf(sort), textOf(sortOf(resource, readView(resource, next).filters)));
    set('page', String(page + 1), '1');
    setQuery(next, {
      // Typing adds no history entries; "Show all" changes the filters too.
      replace: search !== undefined && filters === undefined,
      preventScrollReset: true,
    });
  };
  return [readView(resource, query), change];
}
