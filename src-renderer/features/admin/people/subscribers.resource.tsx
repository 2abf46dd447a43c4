import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { saveFile } from '#renderer/lib/save-file.ts';
import { readPage, readRow } from '../resource/read-page.ts';
import { optionsOf, patternOf, type Resource } from '../resource/resource.ts';
import { formatDay } from '../shared/format.ts';
import { SubscriberSheet } from './subscriber-sheet.tsx';
import { SubscriberState } from './subscriber-state.tsx';

interface SubscriberFilters extends Record<string, string> {
  readonly state: 'all' | NewsletterSubscriber['status'];
}

/** Newsletter subscribers, for export: the newsletter itself is sent with another tool. */
export const subscribersResource: Resource<NewsletterSubscriber, SubscriberFilters> = {
  name: 'subscribers',
  caption: 'Newsletter',
  label: ['address', 'addresses'],
  area: 'newsletter',
  keyOf: ({ id }) => id,
  title: { header: 'Email', of: ({ email }) => email, sortBy: 'email' },
  columns: [
    {
      header: 'Signed up',
      sortBy: 'id',
      isLabelled: true,
      showFrom: 'wide',
      cell: ({ created_at }) => formatDay(created_at),
    },
    { header: 'Source', showFrom: 'medium', cell: ({ source }) => source ?? 'Not recorded' },
    { header: 'State', cell: ({ status }) => <SubscriberState status={status} /> },
  ],
  search: 'Search by email address',
  filters: {
    state: {
      label: 'State',
      as: 'chips',
      options: optionsOf(['confirmed', 'pending', 'unsubscribed', 'all'], { pending: 'Waiting' }),
    },
  },
  defaultSort: { by: 'id', isDescending: true },
  empty: ({ search }) => ({ title: search ? 'No such address' : 'No one is here yet' }),
  read({ search, filters: { state }, ...wanted }, { tables }, signal) {
    let query = tables.from('newsletter_subscribers').select('*', { count: 'exact' });
    if (state !== 'all') query = query.eq('status', state);
    const pattern = patternOf(search);
    if (pattern) query = query.ilike('email', pattern);
    return readPage(query, wanted, signal);
  },
  detail: {
    param: 'subscriber',
    read: (id, { tables }, signal) =>
      readRow(tables.from('newsletter_subscribers').select(), id, signal),
    panel: (subscriber, onDone) => <SubscriberSheet subscriber={subscriber} onDone={onDone} />,
  },
  export: {
    label: 'Save as CSV',
    // Includes the proof of consent and the one-click unsubscribe address of each subscriber.
    save: async ({ filters: { state } }, { call }) =>
      saveFile(await call('getSubscribers', { input: { status: state } })),
  },
};
