import type { UseQueryResult } from '@tanstack/react-query';
import type { PersonCounts } from '#contract/calls/listening-counts.ts';
import type { Consent } from '#contract/rows/consents.ts';
import type { Profile } from '#contract/rows/profiles.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';
import { useAdminQuery } from '../shared/use-admin-query.ts';

export interface PersonFacts {
  readonly profile: Profile | null;
  readonly subscription: Subscription | null;
  readonly counts: PersonCounts & { readonly tickets: number };
  /** Consents given or refused, newest first. */
  readonly consents: readonly Consent[];
}

/** A user's profile, plan, consents and counts: how much they listened, but never to what. */
export function usePersonFacts(id: string): UseQueryResult<PersonFacts> {
  return useAdminQuery(
    ['users', 'facts', id],
    async ({ tables, call }, { signal }): Promise<PersonFacts> => {
      const [profile, subscription, tickets, consents, listening] = await Promise.all([
        tables.from('profiles').select().eq('id', id).maybeSingle().throwOnError(),
        tables.from('subscriptions').select().eq('user_id', id).maybeSingle().throwOnError(),
        tables
          .from('support_tickets')
          .select('*', { count: 'exact', head: true })
          .eq('user_id', id)
          .throwOnError(),
        tables
          .from('consents')
          .select()
          .eq('user_id', id)
          .order('id', { ascending: false })
          .throwOnError(),
        call('countPerson', { params: { id }, signal }),
      ]);
      return {
        profile: profile.data,
        subscription: subscription.data,
        counts: { ...listening, tickets: tickets.count ?? 0 },
        consents: consents.data,
      };
    },
  );
}
