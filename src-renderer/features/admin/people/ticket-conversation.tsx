import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { formatMoment } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

export function TicketConversation({ ticket: { id, message } }: { ticket: SupportTicket }) {
  const { data, error } = useAdminQuery(['tickets', 'thread', id], ({ call }, { signal }) =>
    call('getTicket', { params: { id }, signal }),
  );
  if (error && !data) return <Banner tone="bad">{error.message}</Banner>;
  if (!data) return <p className="admin-words">{message}</p>;
  return (
    <ol className="stack admin-thread">
      {data.messages.map(({ id: key, author, text, created_at }) => (
        <li key={key} className={author === 'helpdesk' ? 'ours' : undefined}>
          <small>
            {author === 'helpdesk' ? 'Support' : 'The user'} · {formatMoment(created_at)}
          </small>
          <p className="admin-words">{text}</p>
        </li>
      ))}
    </ol>
  );
}
