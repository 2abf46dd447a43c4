import { useQuery } from '@tanstack/react-query';
import { backend } from './backend.ts';
import { publicConfig } from './public-config.ts';
import { useUser } from './session.ts';

/** Whether she has an active subscription; asked only where the owner has closed the premium gate. */
export function useHasPremium(): boolean {
  const user = useUser();
  const userId = user?.id ?? '';
  const subscription = useQuery({
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
    enabled: userId !== '' && publicConfig().premiumGate,
  });
  return subscription.data?.status === 'active';
}
