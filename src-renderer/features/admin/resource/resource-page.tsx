import { keepPreviousData, type UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#renderer/components/button.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminQuery } from '../shared/use-admin-query.ts';
import { WriteAccess } from '../shared/write-access.tsx';
import { type Column, DataTable, type Selection } from './data-table.tsx';
import { defaultFilters, useListAddress } from './list-address.ts';
import { type ListPage, ListState } from './list-state.tsx';
import { Pager } from './pager.tsx';
import { type FilterValues, type ListView, PER_PAGE, type Resource } from './resource.ts';
import { ResourceTools } from './resource-tools.tsx';
import { useOpened } from './use-opened.ts';

const NEW = 'new';

/** A list with search and filters, and the open row or form beside it. */
export function ResourcePage<Row, Filters extends FilterValues>({
  resource,
}: {
  resource: Resource<Row, Filters>;
}) {
  const { Notice, detail, add, title } = resource;
  const [view, change] = useListAddress(resource);
  const [opened, setOpened] = useOpened(detail?.param ?? resource.name);
  const query = useRows(resource, view);
  const open = useOpenRow(resource, opened === NEW ? undefined : opened, query.data?.rows);
  const close = () => setOpened(undefined);
  const neighbour = (step: -1 | 1) => {
    const rows = query.data?.rows ?? [];
    const index = rows.findIndex((row) => String(resource.keyOf(row)) === opened);
    const row = index < 0 ? undefined : rows[index + step];
    return row && (() => setOpened(String(resource.keyOf(row))));
  };
  return (
    <div className="admin-split">
      <div className="stack">
        {Notice ? <Notice /> : null}
        <ResourceTools
          resource={resource}
          view={view}
          onChange={change}
          onAdd={() => setOpened(NEW)}
        />
        <ResourceRows
          resource={resource}
          query={query}
          view={view}
          onChange={change}
          openKey={open.row && resource.keyOf(open.row)}
          onOpen={detail ? setOpened : undefined}
        />
      </div>
      {opened === NEW && add ? (
        <SidePanel title={add.label} onClose={close}>
          {add.form((id) => setOpened(id === undefined ? undefined : String(id)))}
        </SidePanel>
      ) : null}
      {open.row && detail ? (
        <SidePanel
          key={opened}
          title={title.of(open.row)}
          onClose={close}
          onPrevious={neighbour(-1)}
          onNext={neighbour(1)}
        >
          {detail.isReadOnly ? (
            detail.panel(open.row, close)
          ) : (
            <WriteAccess area={resource.area}>{detail.panel(open.row, close)}</WriteAccess>
          )}
        </SidePanel>
      ) : null}
      {open.isGone || open.error ? (
        <SidePanel key={opened} title={resource.caption} onClose={close}>
          <Banner tone={open.error ? 'bad' : 'notice'}>
            {open.error?.message ?? `This ${resource.label[0]} no longer exists.`}
          </Banner>
        </SidePanel>
      ) : null}
    </div>
  );
}

/** Makes a list a part of a tab. */
export const resourcePart =
  <Row, Filters extends FilterValues>(resource: Resource<Row, Filters>) =>
  () => <ResourcePage resource={resource} />;

/** Reads a page of the list and refetches it on changes. */
export function useRows<Row, Filters extends FilterValues>(
  resource: Resource<Row, Filters>,
  view: ListView<Filters>,
): UseQueryResult<ListPage<Row>> {
  const { name, read, perPage = PER_PAGE, refreshOn = [], refetchMs } = resource;
  return useAdminQuery(
    [name, 'list', view],
    (backend, { signal }) => read({ ...view, perPage }, backend, signal),
    {
      placeholderData: keepPreviousData,
      ...(refetchMs === undefined ? {} : { staleTime: 0, refetchInterval: refetchMs }),
      refreshOn,
    },
  );
}

/** Takes the row from the list or fetches it; a row that leaves the list stays open. */
function useOpenRow<Row, Filters extends FilterValues>(
  { name, detail, keyOf }: Resource<Row, Filters>,
  id: string | undefined,
  rows: readonly Row[] = [],
) {
  const last = useRef<Row>(undefined);
  const isOpen = (row: Row) => String(keyOf(row)) === id;
  const listed = rows.find(isOpen);
  const { data, error } = useAdminQuery(
    [name, 'one', id],
    async (backend, { signal }) => detail?.read(id ?? '', backend, signal) ?? null,
    { enabled: id !== undefined && detail !== undefined && listed === undefined },
  );
  const known = last.current && isOpen(last.current) ? last.current : undefined;
  const row = id === undefined ? undefined : (listed ?? data ?? known);
  useEffect(() => {
    last.current = row;
  }, [row]);
  if (id === undefined || listed) return { row, isGone: false, error: null };
  if (data === null) return { row: undefined, isGone: true, error: null };
  return { row, isGone: false, error: row ? null : error };
}

interface ResourceRowsProps<Row, Filters extends FilterValues> {
  resource: Resource<Row, Filters>;
  query: UseQueryResult<ListPage<Row>>;
  view: ListView<Filters>;
  onChange: (part: Partial<ListView<Filters>>) => void;
  openKey: string | number | undefined;
  /** Absent when rows cannot be opened. */
  onOpen: ((id: string) => void) | undefined;
  /** Replaces the query's rows while a new manual order is being saved. */
  rows?: readonly Row[];
  selection?: Selection<string | number> | undefined;
  /** Makes the rows movable, by their indexes on this page; `to` is one beyond it for other pages. */
  onMove?: ((from: number, to: number) => void) | undefined;
}

export function ResourceRows<Row, Filters extends FilterValues>(
  props: ResourceRowsProps<Row, Filters>,
) {
  const { resource, query, view, onChange, openKey, onOpen, onMove } = props;
  const { perPage = PER_PAGE, label } = resource;
  const { title: emptyTitle, text: emptyText, reset } = resource.empty(view);
  const showAll = () => onChange({ search: '', filters: defaultFilters(resource) });
  return (
    <ListState
      query={query}
      emptyTitle={emptyTitle}
      emptyText={emptyText}
      emptyAction={
        reset ? (
          <Button look="soft" onClick={showAll}>
            {reset}
          </Button>
        ) : null
      }
    >
      {({ rows, total }) => (
        <>
          <DataTable
            caption={resource.caption}
            rows={props.rows ?? rows}
            keyOf={resource.keyOf}
            titleOf={resource.title.of}
            openKey={openKey}
            columns={columnsOf(resource, onOpen)}
            sort={view.sort}
            onSort={(sort) => onChange({ sort })}
            selection={props.selection}
            order={onMove && { what: label[0], before: view.page * perPage, total, onMove }}
          />
          <Pager
            page={view.page}
            perPage={perPage}
            total={total}
            what={total === 1 ? label[0] : label[1]}
            onPage={(page) => onChange({ page })}
          />
        </>
      )}
    </ListState>
  );
}

/** Puts the title first, as a button when rows can be opened. */
function columnsOf<Row, Filters extends FilterValues>(
  { title, columns, keyOf }: Resource<Row, Filters>,
  onOpen: ((id: string) => void) | undefined,
): Column<Row>[] {
  const { header, sortBy, of, cell = (_: Row, button: ReactNode) => button } = title;
  const first: Column<Row> = {
    header,
    sortBy,
    cell: (row) =>
      cell(
        row,
        onOpen ? (
          <button type="button" className="admin-open" onClick={() => onOpen(String(keyOf(row)))}>
            {of(row)}
          </button>
        ) : (
          <strong>{of(row)}</strong>
        ),
      ),
  };
  return [first, ...columns];
}
