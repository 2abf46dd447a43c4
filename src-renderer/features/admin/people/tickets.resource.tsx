import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import { optionsOf, type Resource } from '../resource/resource.ts';
import { formatDay } from '../shared/format.ts';
import { InboxNote } from './inbox-note.tsx';
import { TicketSheet } from './ticket-sheet.tsx';

const TONES: Record<string, string> = { open: 'badge wait', answered: 'badge good' };

interface TicketFilters extends Record<string, string> {
  readonly state: 'open' | 'answered' | 'closed' | 'all';
}

export const ticketsResource: Resource<SupportTicket, TicketFilters> = {
  name: 'tickets',
  caption: 'Support tickets',
  label: ['ticket', 'tickets'],
  area: 'support',
  keyOf: ({ id }) => id,
  title: { header: 'Subject', of: ({ subject }) => subject },
  columns: [
    {
      header: 'Asked',
      sortBy: 'created_at',
      showFrom: 'medium',
      cell: ({ created_at }) => formatDay(created_at),
    },
    {
      header: 'State',
      cell: ({ status }) => <span className={TONES[status] ?? 'badge'}>{status}</span>,
    },
  ],
  filters: {
    state: {
      label: 'State',
      as: 'chips',
      options: optionsOf(['open', 'answered', 'closed', 'all']),
    },
  },
  // Open tickets are sorted oldest first, because those have waited longest.
  defaultSort: ({ state }) => ({ by: 'created_at', isDescending: state !== 'open' }),
  empty: ({ filters: { state } }) => ({
    title: state === 'open' ? 'No request is waiting for an answer' : 'No such tickets',
  }),
  read({ filters: { state }, ...wanted }, { tables }, signal) {
    let query = tables.from('support_tickets').select('*', { count: 'exact' });
    if (state !== 'all') query = query.eq('status', state);
    return readPage(query, wanted, signal);
  },
  Notice: InboxNote,
  detail: {
    param: 'ticket',
    read: (id, { tables }, signal) => readRow(tables.from('support_tickets').select(), id, signal),
    panel: (ticket, onDone) => <TicketSheet ticket={ticket} onDone={onDone} />,
  },
  refreshOn: ['support_tickets'],
};
