import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry } from '#contract/audit-log.ts';
import { useAdminBackend } from '../admin-session.ts';
import { DataTable } from '../shared/data-table.tsx';
import { type ListPage, ListState } from '../shared/list-state.tsx';
import { Pager } from '../shared/pager.tsx';
import { SidePanel } from '../shared/side-panel.tsx';

const PER_PAGE = 50;

/** Who changed what, from what to what. */
export function AuditLog() {
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<AuditEntry>();
  const { tables } = useAdminBackend();
  const query = useQuery({
    queryKey: ['admin', 'audit_log', page],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<ListPage<AuditEntry>> => {
      const first = page * PER_PAGE;
      const { data, count } = await tables
        .from('audit_log')
        .select('*', { count: 'exact' })
        .order('id', { ascending: false })
        .range(first, first + PER_PAGE - 1)
        .abortSignal(signal)
        .throwOnError();
      return { rows: data, total: count ?? data.length };
    },
  });
  return (
    <div className="a-split">
      <div className="stack">
        <ListState query={query} emptyTitle="Nothing was changed yet">
          {({ rows, total }) => (
            <>
              <DataTable
                caption="Audit log"
                rows={rows}
                keyOf={({ id }) => id}
                openKey={open?.id}
                columns={[
                  {
                    header: 'What',
                    cell: (row) => (
                      <button type="button" className="a-open" onClick={() => setOpen(row)}>
                        {row.action.toLowerCase()} {row.table_name}
                      </button>
                    ),
                  },
                  { header: 'Which', cell: ({ row_id }) => <code>{row_id}</code> },
                  { header: 'When', cell: ({ created_at }) => momentOf(created_at) },
                ]}
              />
              <Pager
                page={page}
                perPage={PER_PAGE}
                total={total}
                what={total === 1 ? 'change' : 'changes'}
                onPage={setPage}
              />
            </>
          )}
        </ListState>
      </div>
      {open ? (
        <SidePanel
          key={open.id}
          title={`${open.action.toLowerCase()} ${open.table_name}`}
          onClose={() => setOpen(undefined)}
        >
          <h3 className="small">Before</h3>
          <p className="a-mail">{open.before ? JSON.stringify(open.before, null, 2) : 'Nothing'}</p>
          <h3 className="small">After</h3>
          <p className="a-mail">{open.after ? JSON.stringify(open.after, null, 2) : 'Nothing'}</p>
        </SidePanel>
      ) : null}
    </div>
  );
}

/** '2026-11-21 03:07', in UTC as everything in the log. */
function momentOf(iso: string): string {
  return new Date(iso).toISOString().slice(0, 16).replace('T', ' ');
}
