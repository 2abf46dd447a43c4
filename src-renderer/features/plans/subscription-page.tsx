import { useQuery } from '@tanstack/react-query';
import { isPlanActive } from '#contract/constants/plans.ts';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SignInPrompt } from '#renderer/components/messages/sign-in-prompt.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { LoadingText } from '#renderer/components/skeleton.tsx';
import { subscriptionQuery } from '#renderer/data/subscription.ts';
import { useUser } from '#renderer/lib/session.ts';
import { ActivePlan } from './active-plan.tsx';
import { Offer } from './offer.tsx';
import { RedeemCode } from './redeem-code.tsx';
import './subscription.css';

export function SubscriptionPage() {
  const user = useUser();
  const query = useQuery({ ...subscriptionQuery(user?.id ?? ''), enabled: Boolean(user) });
  const { data: plan, isLoading } = query;
  const active = plan && isPlanActive(plan, Date.now()) ? plan : undefined;
  return (
    <main id="main" tabIndex={-1} className="wrap narrow subscription">
      <PageHead title={active ? 'You have full access' : 'Unlock Full Access'} backTo="/profile" />
      {user === undefined || isLoading ? <PlanSkeleton /> : null}
      {active ? <ActivePlan plan={active} /> : null}
      {user === null || (plan !== undefined && !active) ? <Offer ended={plan} /> : null}
      {query.isLoadingError ? (
        <section className="card">
          <LoadFailure query={query} text="We couldn’t load your plan. It has not changed." />
        </section>
      ) : null}
      <div className="subscription-side">
        <RedeemCode userId={user ? user.id : user} />
        {user === null ? (
          <SignInPrompt
            title="Sign in to see your plan"
            text="A subscription belongs to an account, so that you have it on every device."
          />
        ) : null}
      </div>
    </main>
  );
}

/** Shows no price until the user is known to have no plan. */
function PlanSkeleton() {
  return (
    <section className="card stack" aria-busy="true">
      <LoadingText>Loading your plan...</LoadingText>
      <i className="skeleton subscription-skeleton" />
    </section>
  );
}
