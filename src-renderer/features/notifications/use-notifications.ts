import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { backend } from '#renderer/lib/backend.ts';

export interface Notice {
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
    queryFn: async (): Promise<Notice[]> => {
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
      return sent.data.map((notice) => ({ ...notice, isRead: seen.has(notice.id) }));
    },
  });
}

/** Marks them as seen; a failure leaves them unread, and the next visit tries again. */
export function useMarkRead(userId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly number[]) => {
      const rows = ids.map((notification_id) => ({ notification_id, user_id: userId }));
      await backend()
        .tables.from('notification_reads')
        .upsert(rows, { onConflict: 'notification_id,user_id', ignoreDuplicates: true })
        .throwOnError();
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: notificationsQuery(userId).queryKey }),
  });
}
