import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notificationsQuery } from '#renderer/data/notifications.ts';
import { backend } from '#renderer/lib/requests/backend.ts';

/** Marks notifications as read; after a failure they stay unread. */
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
