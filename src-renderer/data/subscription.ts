import { queryOptions } from '@tanstack/react-query';
import { backend } from '#renderer/lib/backend.ts';

/** Her own plan; null while she is on the free one. */
export function subscriptionQuery(userId: string) {
  return queryOptions({
    queryKey: ['subscription', userId],
    queryFn: async () => {
      const { data } = await backend()
        .tables.from('subscriptions')
        .select('plan_type, status, end_date')
        .eq('user_id', userId)
        .maybeSingle()
        .throwOnError();
      return data;
    },
  });
}
