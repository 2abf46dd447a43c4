import type { DeletionRequest } from '#contract/rows/deletion-requests.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import { optionsOf, type Resource } from '../resource/resource.ts';
import { formatDay } from '../shared/format.ts';
import { PrivacySheet } from './privacy-sheet.tsx';
import { describeDeadline } from './request-deadline.ts';
import { nameRequest, RequestState } from './request-state.tsx';

const STATES = {
  waiting: ['received', 'confirmed'],
  approved: ['approved'],
  over: ['erased', 'refused'],
  all: ['received', 'confirmed', 'approved', 'erased', 'refused'],
} as const;
const EMPTY_TITLES = {
  waiting: 'No request is waiting for an answer',
  approved: 'No erasure is pending',
  over: 'Nothing has been decided yet',
  all: 'No one has asked to be deleted',
} as const;

interface RequestFilters extends Record<string, string> {
  readonly state: keyof typeof STATES;
}

export const requestsResource: Resource<DeletionRequest, RequestFilters> = {
  name: 'deletion-requests',
  caption: 'Privacy requests',
  label: ['request', 'requests'],
  area: 'privacy',
  keyOf: ({ id }) => id,
  title: { header: 'Email', of: nameRequest },
  columns: [
    {
      header: 'Received',
      sortBy: 'created_at',
      isLabelled: true,
      showFrom: 'wide',
      cell: ({ created_at }) => formatDay(created_at),
    },
    { header: 'Time', showFrom: 'medium', cell: (row) => <TimeLeft request={row} /> },
    { header: 'State', cell: (row) => <RequestState request={row} /> },
  ],
  filters: {
    state: {
      label: 'State',
      as: 'chips',
      options: optionsOf(['waiting', 'approved', 'over', 'all'], {
        waiting: 'To answer',
        over: 'Done',
      }),
    },
  },
  // Oldest first for requests that need an action, newest first in the other lists.
  defaultSort: ({ state }) => ({
    by: 'created_at',
    isDescending: state === 'over' || state === 'all',
  }),
  empty: ({ filters: { state } }) => ({ title: EMPTY_TITLES[state] }),
  read: ({ filters: { state }, ...wanted }, { tables }, signal) =>
    readPage(
      tables
        .from('deletion_requests')
        .select('*', { count: 'exact' })
        .in('status', [...STATES[state]]),
      wanted,
      signal,
    ),
  detail: {
    param: 'request',
    read: (id, { tables }, signal) =>
      readRow(tables.from('deletion_requests').select(), id, signal),
    panel: (request, onDone) => <PrivacySheet request={request} onDone={onDone} />,
  },
  refreshOn: ['deletion_requests'],
};

function TimeLeft({ request }: { request: DeletionRequest }) {
  const { text, isUrgent } = describeDeadline(request, Date.now());
  return isUrgent ? <strong className="badge bad">{text}</strong> : text;
}
