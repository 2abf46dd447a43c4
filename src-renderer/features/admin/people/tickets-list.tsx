import { useState } from 'react';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { TicketSheet } from './ticket-sheet.tsx';
import { TICKETS_PER_PAGE, type TicketFilter, useTickets } from './tickets-query.ts';

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'answered', label: 'Answered' },
  { value: 'closed', label: 'Closed' },
  { value: 'all', label: 'All' },
] as const;
const TONES: Record<string, string> = { open: 'badge wait', answered: 'badge good' };

/** The oldest question first: she has waited longest. */
export function TicketsList() {
  const [state, setState] = useState<TicketFilter>('open');
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<SupportTicket>();
  const query = useTickets(state, page);
  useAdminChanges(['support_tickets'], ['tickets']);

  return (
    <div className="a-split">
      <div className="stack">
        <ChipGroup
          label="State"
          chips={STATES}
          value={state}
          onChange={(value) => {
            setState(value);
            setPage(0);
          }}
        />
        <PagedTable
          query={query}
          emptyTitle={state === 'open' ? 'Nobody is waiting for an answer' : 'No such tickets'}
          caption="Support tickets"
          keyOf={({ id }) => id}
          openKey={open?.id}
          columns={[
            openColumn<SupportTicket>('Subject', (row) => row.subject, setOpen),
            { header: 'Asked', cell: ({ created_at }) => formatDate(created_at) },
            {
              header: 'State',
              cell: ({ status }) => <span className={TONES[status] ?? 'badge'}>{status}</span>,
            },
          ]}
          page={page}
          perPage={TICKETS_PER_PAGE}
          what={['ticket', 'tickets']}
          onPage={setPage}
        />
      </div>
      {open ? (
        <SidePanel key={open.id} title={open.subject} onClose={() => setOpen(undefined)}>
          <TicketSheet ticket={open} onDone={() => setOpen(undefined)} />
        </SidePanel>
      ) : null}
    </div>
  );
}
