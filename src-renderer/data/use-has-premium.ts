import { useQuery } from '@tanstack/react-query';
import { isPlanActive } from '#contract/words/plans.ts';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { useUser } from '#renderer/lib/session.ts';
import { subscriptionQuery } from './subscription.ts';

/** Whether she has an active subscription; asked only where the owner has closed the premium gate. */
export function useHasPremium(): boolean {
  const user = useUser();
  const userId = user?.id ?? '';
  const subscription = useQuery({
    ...subscriptionQuery(userId),
    enabled: userId !== '' && publicConfig().premiumGate,
  });
  return Boolean(subscription.data && isPlanActive(subscription.data, Date.now()));
}
