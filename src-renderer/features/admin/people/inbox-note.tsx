import { explainMailFailure } from '#contract/constants/mail-failures.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { formatCount, formatMoment } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

const REFRESH_MS = 60_000;

/** Problems with incoming mail. Renders nothing if there are none or no inbox is configured. */
export function InboxNote() {
  const { data } = useAdminQuery(
    ['inbox'],
    ({ call }, { signal }) => call('getInbox', { signal }),
    { refetchInterval: REFRESH_MS },
  );
  const state = data?.state;
  if (!state) return null;
  if (state.failure) {
    return (
      <Banner tone="bad">
        Replies by mail have not been read since {formatMoment(state.since)}.{' '}
        {explainMailFailure(state.failure, 'INBOX_URL')}{' '}
        {state.said ? <code>{state.said}</code> : null}
      </Banner>
    );
  }
  if (state.unread === 0) return null;
  return (
    <Banner tone="notice">
      {formatCount(state.unread, 'unread mail', 'unread mails')} in the mailbox, not part of any
      ticket. Please answer there.
    </Banner>
  );
}
