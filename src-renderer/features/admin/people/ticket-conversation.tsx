import type { SupportTicket } from '#contract/rows/support-tickets.ts';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { formatMoment } from '../shared/format.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

export function TicketConversation({ ticket: { id, message } }: { ticket: SupportTicket }) {
  const query = useAdminQuery(['tickets', 'thread', id], ({ call }, { signal }) =>
    call('getTicket', { params: { id }, signal }),
  );
  if (query.isLoadingError) return <LoadFailure query={query} text={query.error.message} />;
  if (!query.data) return <p className="admin-words">{message}</p>;
  return (
    <ol className="stack admin-thread">
      {query.data.messages.map(({ id: key, author, text, created_at }) => (
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
