import { useState } from 'react';
import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { REQUESTS_PER_PAGE, type RequestFilter, useDeletionRequests } from './privacy-query.ts';
import { PrivacySheet } from './privacy-sheet.tsx';
import { readRequestClock } from './request-clock.ts';
import { nameRequest, RequestState } from './request-state.tsx';

const FILTERS = [
  { value: 'waiting', label: 'To answer' },
  { value: 'approved', label: 'Approved' },
  { value: 'over', label: 'Done' },
  { value: 'all', label: 'All' },
] as const;
const NONE: Record<RequestFilter, string> = {
  waiting: 'Nobody is waiting for an answer',
  approved: 'No erasure is on its way',
  over: 'Nothing has been decided yet',
  all: 'Nobody has asked to be deleted',
};

export function PrivacyList() {
  const [filter, setFilter] = useState<RequestFilter>('waiting');
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<DeletionRequest>();
  const query = useDeletionRequests(filter, page);
  useAdminChanges(['deletion_requests'], ['deletion-requests']);
  const close = () => setOpen(undefined);
  // She may confirm while the sheet is open.
  const shown = open && (query.data?.rows.find(({ id }) => id === open.id) ?? open);

  return (
    <div className="a-split">
      <div className="stack">
        <ChipGroup
          label="State"
          chips={FILTERS}
          value={filter}
          onChange={(value) => {
            setFilter(value);
            setPage(0);
          }}
        />
        <PagedTable
          query={query}
          emptyTitle={NONE[filter]}
          caption="Privacy requests"
          keyOf={({ id }) => id}
          openKey={shown?.id}
          columns={[
            openColumn<DeletionRequest>('Email', (row) => nameRequest(row), setOpen),
            {
              header: 'Received',
              givesWay: true,
              isLabelled: true,
              cell: ({ created_at }) => formatDate(created_at),
            },
            { header: 'Time', cell: (row) => <TimeLeft request={row} /> },
            { header: 'State', cell: (row) => <RequestState request={row} /> },
          ]}
          page={page}
          perPage={REQUESTS_PER_PAGE}
          what={['request', 'requests']}
          onPage={setPage}
        />
      </div>
      {shown ? (
        <SidePanel key={shown.id} title={nameRequest(shown)} onClose={close}>
          <PrivacySheet request={shown} onDone={close} />
        </SidePanel>
      ) : null}
    </div>
  );
}

function TimeLeft({ request }: { request: DeletionRequest }) {
  const { text, isUrgent } = readRequestClock(request, Date.now());
  return isUrgent ? <strong className="badge bad">{text}</strong> : text;
}
