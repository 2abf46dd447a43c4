import { useQuery } from '@tanstack/react-query';
import { isPlanActive, planStateOf } from '#contract/constants/plans.ts';
import type { Subscription } from '#contract/rows/subscriptions.ts';
import { ButtonLink } from '#renderer/components/button.tsx';
import { LoadFailure } from '#renderer/components/messages/load-failure.tsx';
import { SkeletonRows } from '#renderer/components/skeleton.tsx';
import { subscriptionQuery } from '#renderer/data/subscription.ts';
import { formatDay } from '#renderer/lib/format.ts';

export function SubscriptionCard({ userId }: { userId: string }) {
  const subscription = useQuery(subscriptionQuery(userId));
  return (
    <section className="card flat stack" aria-labelledby="subscription">
      <h2 id="subscription">Subscription</h2>
      {subscription.isPending ? <SkeletonRows rows={1} /> : null}
      <LoadFailure query={subscription} text="We couldn’t load your plan. It has not changed." />
      {subscription.data === null ? (
        <>
          <p className="quiet">
            You are currently on the free plan. Upgrade to access premium content.
          </p>
          <ButtonLink to="/subscription">Upgrade to Premium</ButtonLink>
        </>
      ) : null}
      {subscription.data ? <Plan {...subscription.data} /> : null}
    </section>
  );
}

function Plan({
  plan_type,
  status,
  end_date,
}: Pick<Subscription, 'plan_type' | 'status' | 'end_date'>) {
  const now = Date.now();
  const isActive = isPlanActive({ status, end_date }, now);
  return (
    <>
      <p className="row between">
        <strong className="plan">{plan_type}</strong>
        <span className={isActive ? 'badge premium' : 'badge'}>
          {planStateOf({ status, end_date }, now)}
        </span>
      </p>
      {end_date ? (
        <p className="quiet">
          Expires <time dateTime={end_date}>{formatDay(end_date, 'UTC')}</time>
        </p>
      ) : null}
      <ButtonLink to="/subscription" look={isActive ? 'line' : 'primary'}>
        {isActive ? 'Manage Subscription' : 'Renew Subscription'}
      </ButtonLink>
    </>
  );
}
