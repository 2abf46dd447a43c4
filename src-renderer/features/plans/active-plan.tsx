import type { Subscription } from '#contract/rows/subscriptions.ts';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Hills, Stars } from '#renderer/components/pictures/scene.tsx';
import { formatDay } from '#renderer/lib/format.ts';

export type Plan = Pick<Subscription, 'plan_type' | 'status' | 'end_date'>;

export function ActivePlan({ plan: { plan_type, end_date } }: { plan: Plan }) {
  return (
    <section className="card subscription-active" aria-labelledby="plan">
      <div className="scene" aria-hidden="true">
        <Stars />
        <span className="orb" />
        <Hills />
      </div>
      <div className="subscription-active-text stack">
        <h2 id="plan">Your {plan_type} plan</h2>
        <p className="lede">
          {end_date ? (
            <>
              Until <time dateTime={end_date}>{formatDay(end_date, 'UTC')}</time>
            </>
          ) : (
            'No end date'
          )}
        </p>
        <p className="quiet">
          Every meditation and all premium content are open to you, on each device you sign in on.
        </p>
        <ButtonLink to="/tracks">Start listening</ButtonLink>
      </div>
    </section>
  );
}
