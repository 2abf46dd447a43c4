import { useState } from 'react';
import { type CentreCode, groupCode } from '#contract/rows/centre-codes.ts';
import { Button } from '#renderer/components/button.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { CodeSheet } from './code-sheet.tsx';
import { codeStateOf } from './codes.ts';
import { CODES_PER_PAGE, useCentreCodes } from './codes-query.ts';
import { NewCode } from './new-code.tsx';
import './centre-codes.css';

/** The codes that birth centres hand out. */
export function CodesPart() {
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<CentreCode | 'new'>();
  const query = useCentreCodes(page);
  const close = () => setOpen(undefined);
  // Redeeming one changes a subscription, and that is what can be followed.
  useAdminChanges(['subscriptions'], ['centre_codes']);

  return (
    <div className="a-split">
      <div className="stack">
        <div>
          <Button onClick={() => setOpen('new')}>Make a code</Button>
        </div>
        <PagedTable
          query={query}
          emptyTitle="No codes yet"
          emptyText="A birth centre hands one out; each mother redeems it on her subscription page."
          caption="Centre codes"
          keyOf={({ id }) => id}
          openKey={open && open !== 'new' ? open.id : undefined}
          columns={[
            openColumn<CentreCode>('Birth centre', (row) => row.centre_name, setOpen),
            {
              header: 'Code',
              cell: ({ code }) => <code className="code-cell">{groupCode(code)}</code>,
            },
            {
              header: 'Used',
              cell: ({ used_count: used, uses_allowed: all }) =>
                `${used} of ${all}, ${all - used} left`,
            },
            {
              header: 'Last day',
              isLabelled: true,
              givesWay: true,
              cell: ({ valid_until }) => formatDate(valid_until),
            },
            { header: 'State', cell: (row) => <CodeState code={row} /> },
          ]}
          page={page}
          perPage={CODES_PER_PAGE}
          what={['code', 'codes']}
          onPage={setPage}
        />
      </div>
      {open === 'new' ? (
        <SidePanel title="Make a code" onClose={close}>
          <NewCode onDone={setOpen} />
        </SidePanel>
      ) : null}
      {open && open !== 'new' ? (
        <SidePanel key={open.id} title={open.centre_name} onClose={close}>
          <CodeSheet code={open} onDone={close} />
        </SidePanel>
      ) : null}
    </div>
  );
}

function CodeState({ code }: { code: CentreCode }) {
  const state = codeStateOf(code, Date.now());
  return <span className={state === 'active' ? 'badge premium' : 'badge'}>{state}</span>;
}
