import { explainMailFailure } from '#contract/constants/mail-failures.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { formatMoment, formatNumber } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

const REFRESH_MS = 60_000;

/** Problems with incoming mail; renders nothing without any, or if no inbox is configured. */
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
  return state.unread === 0 ? null : <Banner tone="notice">{describeUnread(state.unread)}</Banner>;
}

const describeUnread = (unread: number) =>
  unread === 1
    ? 'One unread mail in the mailbox belongs to no ticket. It waits there for you.'
    : `${formatNumber(unread)} unread mails in the mailbox belong to no ticket. They wait there for you.`;
