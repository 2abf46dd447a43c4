import { useState } from 'react';
import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { useAdminChanges } from '../shared/use-admin-changes.ts';
import { useOpened } from '../shared/use-opened.ts';
import { InboxNote } from './inbox-note.tsx';
import { TicketSheet } from './ticket-sheet.tsx';
import { TICKETS_PER_PAGE, type TicketFilter, useTicket, useTickets } from './tickets-query.ts';

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
  const [opened, setOpened] = useOpened('ticket');
  const query = useTickets(state, page);
  const { data: ticket, error } = useTicket(opened);
  const close = () => setOpened(undefined);
  useAdminChanges(['support_tickets'], ['tickets']);

  return (
    <div className="a-split">
      <div className="stack">
        <InboxNote />
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
          openKey={ticket?.id}
          columns={[
            openColumn<SupportTicket>(
              'Subject',
              (row) => row.subject,
              ({ id }) => setOpened(String(id)),
            ),
            { header: 'Asked', givesWay: true, cell: ({ created_at }) => formatDate(created_at) },
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
      {ticket ? (
        <SidePanel key={ticket.id} title={ticket.subject} onClose={close}>
          <TicketSheet ticket={ticket} onDone={close} />
        </SidePanel>
      ) : null}
      {error || ticket === null ? (
        <SidePanel key={opened} title="Ticket" onClose={close}>
          <Banner tone={error ? 'bad' : 'notice'}>
            {error?.message ?? 'This ticket is not there any more.'}
          </Banner>
        </SidePanel>
      ) : null}
    </div>
  );
}
