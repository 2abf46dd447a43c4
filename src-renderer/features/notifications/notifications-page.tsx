import { useQuery } from '@tanstack/react-query';
import { Button } from '#renderer/components/button.tsx';
import { EmptyState } from '#renderer/components/messages/empty-state.tsx';
import { NotificationEntry } from '#renderer/components/messages/notification-entry.tsx';
import { SignInPrompt } from '#renderer/components/messages/sign-in-prompt.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { notificationsQuery } from '#renderer/data/notifications.ts';
import { useAnnounced } from '#renderer/lib/hooks/use-announced.ts';
import { useUser } from '#renderer/lib/session.ts';
import { useMarkRead } from './use-mark-read.ts';
import './notifications.css';

export function NotificationsPage() {
  const user = useUser();
  return (
    <main id="main" tabIndex={-1} className="wrap narrow notifications">
      <PageHead title="Notifications" backTo="/profile" />
      {user === undefined ? <SkeletonRows /> : null}
      {user === null ? (
        <SignInPrompt
          illustration="water"
          title="No new notifications"
          text="Sign in to see answers to your tickets and news about recordings."
        />
      ) : null}
      {user ? <NotificationList userId={user.id} /> : null}
    </main>
  );
}

function NotificationList({ userId }: { userId: string }) {
  const notifications = useQuery(notificationsQuery(userId));
  const markRead = useMarkRead(userId);
  if (notifications.isPending) return <SkeletonRows />;
  if (!notifications.data) {
    return (
      <EmptyState
        title="We couldn’t load the notifications"
        text="They’ll appear as soon as you’re back online."
        onRetry={() => void notifications.refetch()}
      />
    );
  }
  if (notifications.data.length === 0) {
    return (
      <EmptyState
        illustration="water"
        title="No new notifications"
        text="Answers to your tickets and news about recordings appear here."
      />
    );
  }
  const unread = notifications.data.filter(({ isRead }) => !isRead).map(({ id }) => id);
  return (
    <>
      <div className="row between">
        <UnreadCount count={unread.length} />
        {unread.length > 0 ? (
          <Button
            look="soft"
            small
            busy={markRead.isPending && 'Marking...'}
            onClick={() => markRead.mutate(unread)}
          >
            Mark all as read
          </Button>
        ) : null}
      </div>
      <ul className="notification-list">
        {notifications.data.map(({ id, title, body, publish_at, isRead }) => (
          <li key={id} className={isRead ? '' : 'unread'}>
            <NotificationEntry title={title} body={body} publishedAt={publish_at} isNew={!isRead} />
          </li>
        ))}
      </ul>
    </>
  );
}

function UnreadCount({ count }: { count: number }) {
  const words = count === 0 ? 'No new notifications' : `${count} new`;
  useAnnounced(words, { isOnlyNews: true });
  return <p className="quiet">{words}</p>;
}
