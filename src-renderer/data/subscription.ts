import { queryOptions, useQuery } from '@tanstack/react-query';
import { isPlanActive } from '#contract/constants/plans.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { backend } from '#renderer/lib/requests/backend.ts';
import { useUser } from '#renderer/lib/session.ts';

/** The user's plan; null on the free one. */
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

/** Whether the user has an active subscription; requested only where the premium gate is on. */
export function useHasPremium(): boolean {
  const user = useUser();
  const userId = user?.id ?? '';
  const subscription = useQuery({
    ...subscriptionQuery(userId),
    enabled: userId !== '' && publicConfig().premiumGate,
  });
  return Boolean(subscription.data && isPlanActive(subscription.data, Date.now()));
}
