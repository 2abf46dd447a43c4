import { formatDay } from '#renderer/lib/format.ts';
import { NotificationText } from './notification-text.tsx';
import './notification-entry.css';

interface NotificationEntryProps {
  title: string;
  /** Displayed with its line breaks. */
  body: string;
  publishedAt: string;
  isNew: boolean;
}

/** A notification as users see it; also used by the admin's preview. */
export function NotificationEntry({ title, body, publishedAt, isNew }: NotificationEntryProps) {
  return (
    <article className="notification-entry">
      <h2 dir="auto">
        {isNew ? <span className="badge wait">New</span> : null}
        {title}
      </h2>
      <p dir="auto">
        <NotificationText text={body} />
      </p>
      <time className="tiny" dateTime={publishedAt}>
        {formatDay(publishedAt)}
      </time>
    </article>
  );
}
