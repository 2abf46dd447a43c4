import { useState } from 'react';
import type { NewsletterSubscriber } from '#contract/rows/newsletter-subscribers.ts';
import { Banner } from '#renderer/components/banner.tsx';
import { Button } from '#renderer/components/button.tsx';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { SearchField } from '#renderer/components/field.tsx';
import { formatDate } from '#renderer/lib/format.ts';
import { openColumn } from '../shared/open-column.tsx';
import { PagedTable } from '../shared/paged-table.tsx';
import { SidePanel } from '../shared/side-panel.tsx';
import { SubscriberSheet } from './subscriber-sheet.tsx';
import { SubscriberState } from './subscriber-state.tsx';
import {
  SUBSCRIBERS_PER_PAGE,
  type SubscriberQuestion,
  useSaveList,
  useSubscribers,
} from './subscribers-query.ts';

const STATES = [
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'pending', label: 'Waiting' },
  { value: 'unsubscribed', label: 'Left' },
  { value: 'all', label: 'All' },
] as const;

/** Who asked for the newsletter. The letters are written elsewhere; the list goes there as a file. */
export function SubscribersList() {
  const [question, setQuestion] = useState<SubscriberQuestion>({
    state: 'confirmed',
    search: '',
    page: 0,
  });
  const [open, setOpen] = useState<NewsletterSubscriber>();
  const query = useSubscribers(question);
  const save = useSaveList();
  const { state, search, page } = question;

  return (
    <div className="a-split">
      <div className="stack">
        <ChipGroup
          label="State"
          chips={STATES}
          value={state}
          onChange={(value) => setQuestion({ ...question, state: value, page: 0 })}
        />
        <div className="a-tools">
          <SearchField
            placeholder="Search by e-mail address"
            value={search}
            onChange={(event) => setQuestion({ ...question, search: event.target.value, page: 0 })}
          />
          <Button
            look="line"
            busy={save.isPending && 'Saving...'}
            onClick={() => save.mutate(state)}
          >
            Save as CSV
          </Button>
        </div>
        {save.error ? <Banner tone="bad">{save.error.message}</Banner> : null}
        <PagedTable
          query={query}
          emptyTitle={search ? 'No such address' : 'Nobody is here yet'}
          caption="Newsletter"
          keyOf={({ id }) => id}
          openKey={open?.id}
          columns={[
            openColumn<NewsletterSubscriber>('Email', (row) => row.email, setOpen),
            {
              header: 'Asked',
              isLabelled: true,
              givesWay: true,
              cell: ({ created_at }) => formatDate(created_at),
            },
            { header: 'Where', cell: ({ source }) => source ?? 'Not recorded' },
            { header: 'State', cell: ({ status }) => <SubscriberState status={status} /> },
          ]}
          page={page}
          perPage={SUBSCRIBERS_PER_PAGE}
          what={['address', 'addresses']}
          onPage={(next) => setQuestion({ ...question, page: next })}
        />
      </div>
      {open ? (
        <SidePanel key={open.id} title={open.email} onClose={() => setOpen(undefined)}>
          <SubscriberSheet subscriber={open} onDone={() => setOpen(undefined)} />
        </SidePanel>
      ) : null}
    </div>
  );
}
