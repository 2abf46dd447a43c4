import { queryOptions, useQuery } from '@tanstack/react-query';
import { backend } from '#renderer/lib/requests/backend.ts';
import { useUser } from '#renderer/lib/session.ts';

const MAX_SHOWN = 50;

/** Notifications for the user or for everyone, newest first, and whether they were read. */
export function notificationsQuery(userId: string) {
  return queryOptions({
    queryKey: ['notifications', userId],
    queryFn: async () => {
      const { tables } = backend();
      const [sent, read] = await Promise.all([
        tables
          .from('notifications')
          .select('id, title, body, publish_at')
          .order('publish_at', { ascending: false })
          .limit(MAX_SHOWN)
          .throwOnError(),
        tables.from('notification_reads').select('notification_id').throwOnError(),
      ]);
      const seen = new Set(read.data.map(({ notification_id }) => notification_id));
      return sent.data.map((one) => ({ ...one, isRead: seen.has(one.id) }));
    },
  });
}

/** Number of unread notifications; zero while no one is signed in or none are loaded. */
export function useUnreadCount(): number {
  const userId = useUser()?.id ?? '';
  const { data: count = 0 } = useQuery({
    ...notificationsQuery(userId),
    enabled: userId !== '',
    select: (all) => all.filter(({ isRead }) => !isRead).length,
  });
  return count;
}
