import { formatDate } from '#renderer/lib/format.ts';
import './notification-entry.css';

interface NotificationEntryProps {
  title: string;
  /** Line breaks are kept. */
  body: string;
  publishedAt: string;
  isNew: boolean;
}

/** One notification, as its reader finds it; the admin's preview shows the same. */
export function NotificationEntry({ title, body, publishedAt, isNew }: NotificationEntryProps) {
  return (
    <article className="notification-entry">
      <h2>
        {isNew ? <span className="badge wait">New</span> : null}
        {title}
      </h2>
      <p>{body}</p>
      <time className="tiny" dateTime={publishedAt}>
        {formatDate(publishedAt)}
      </time>
    </article>
  );
}
