import { useSearchParams } from 'react-router-dom';
import type { Sort } from './data-table.tsx';
import { type FilterValues, fieldsOf, type ListView, type Resource, sortOf } from './resource.ts';

/** Reads `?q=…&state=…&sort=-title&page=2`; unknown values fall back to the default. */
function readView<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
  query: URLSearchParams,
): ListView<Filters> {
  const values = fieldsOf(resource).map(([name, field]) => {
    const given = query.get(name) ?? '';
    if (field.as === 'date') return [name, isDay(given) ? given : ''];
    const known = field.options.some(({ value }) => value === given);
    return [name, known ? given : (field.options[0]?.value ?? '')];
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

/** Writes the view into the existing parameters; defaults are left out. */
function writeView<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
  view: ListView<Filters>,
  query: URLSearchParams,
): URLSearchParams {
  const next = new URLSearchParams(query);
  const set = (name: string, value: string, fallback: string) =>
    value === fallback ? next.delete(name) : next.set(name, value);
  for (const [name, field] of fieldsOf(resource)) {
    const fallback = field.as === 'date' ? '' : (field.options[0]?.value ?? '');
    set(name, view.filters[name] ?? fallback, fallback);
  }
  set('q', view.search, '');
  set('page', String(view.page + 1), '1');
  set('sort', textOf(view.sort), textOf(sortOf(resource, view.filters)));
  return next;
}

const textOf = ({ by, isDescending }: Sort) => `${isDescending ? '-' : ''}${by}`;

/** The default order may depend on the filters; keeps an order that the user chose. */
function withDefaultSort<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
  before: ListView<Filters>,
  after: ListView<Filters>,
): ListView<Filters> {
  const isDefault = textOf(before.sort) === textOf(sortOf(resource, before.filters));
  return isDefault && after.sort === before.sort
    ? { ...after, sort: sortOf(resource, after.filters) }
    : after;
}

/** The list's state in the URL, so that Back, links and a reload keep it. */
export function useListAddress<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
): [ListView<Filters>, (part: Partial<ListView<Filters>>) => void] {
  const [query, setQuery] = useSearchParams();
  const change = (part: Partial<ListView<Filters>>) => {
    // Not `query`, which may not contain a change made just before this one.
    const latest = new URLSearchParams(window.location.search);
    const view = readView(resource, latest);
    const next = withDefaultSort(resource, view, { ...view, page: 0, ...part });
    setQuery(writeView(resource, next, latest), {
      // Typing adds no history entries; "Show all" changes the filters too.
      replace: part.search !== undefined && part.filters === undefined,
      preventScrollReset: true,
    });
  };
  return [readView(resource, query), change];
}
