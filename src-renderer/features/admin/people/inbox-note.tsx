import { useQuery } from '@tanstack/react-query';
import { Banner } from '#renderer/components/banner.tsx';
import { useAdminBackend } from '../admin-session.ts';
import { whyInboxIsAway } from '../shared/inbox-words.ts';

const REFRESH_MS = 60_000;

/** How it stands with replies by mail; nothing where none are received, and nothing while there is nothing to say. */
export function InboxNote() {
  const { call } = useAdminBackend();
  const { data } = useQuery({
    queryKey: ['admin', 'inbox'],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) => call('getInbox', { signal }),
  });
  const state = data?.state;
  if (!state) return null;
  const why = whyInboxIsAway(state);
  if (why) return <Banner tone="bad">{why}</Banner>;
  return state.unread === 0 ? null : <Banner tone="notice">{sayUnread(state.unread)}</Banner>;
}

const sayUnread = (unread: number) =>
  unread === 1
    ? 'One unread mail in the mailbox belongs to no ticket. It waits there for you.'
    : `${unread.toLocaleString('en-GB')} unread mails in the mailbox belong to no ticket. They wait there for you.`;
