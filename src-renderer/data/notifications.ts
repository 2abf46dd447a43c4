import { queryOptions, useQuery } from '@tanstack/react-query';
import { backend } from '#renderer/lib/backend.ts';
import { useUser } from '#renderer/lib/session.ts';
import { useChangeEvents } from '#renderer/lib/use-change-events.ts';

interface ShownNotification {
  readonly id: number;
  readonly title: string;
  readonly body: string;
  readonly publish_at: string;
  readonly isRead: boolean;
}

const SHOWN = 50;

/** What was sent to her or to everybody, the newest first, and whether she has seen it. */
export function notificationsQuery(userId: string) {
  return queryOptions({
    queryKey: ['notifications', userId],
    queryFn: async (): Promise<ShownNotification[]> => {
      const { tables } = backend();
      const [sent, read] = await Promise.all([
        tables
          .from('notifications')
          .select('id, title, body, publish_at')
          .order('publish_at', { ascending: false })
          .limit(SHOWN)
          .throwOnError(),
        tables.from('notification_reads').select('notification_id').throwOnError(),
      ]);
      const seen = new Set(read.data.map(({ notification_id }) => notification_id));
      return sent.data.map((one) => ({ ...one, isRead: seen.has(one.id) }));
    },
  });
}

/** Also when she has chosen another stage, or paused everything: other words reach her then. */
export function useNotificationChanges(): void {
  useChangeEvents('notifications', ['notifications']);
  useChangeEvents('profiles', ['notifications']);
}

/** How many she has not seen; zero while nobody is signed in or nothing is known yet. */
export function useUnreadCount(): number {
  const userId = useUser()?.id ?? '';
  useNotificationChanges();
  const { data: count = 0 } = useQuery({
    ...notificationsQuery(userId),
    enabled: userId !== '',
    select: (all) => all.filter(({ isRead }) => !isRead).length,
  });
  return count;
}
