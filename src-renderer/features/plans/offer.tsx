import { Check } from 'lucide-react';
import { useState } from 'react';
import { planStateOf } from '#contract/constants/plans.ts';
import { Button } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { Link } from '#renderer/components/link.tsx';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { formatDay, formatPrice } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import type { Plan } from './active-plan.tsx';

const benefits = [
  'Access to all meditation audios',
  'Unlock premium content',
  'One-time payment, lifetime access',
  'Support future content updates',
];

/** For users without a plan or with an expired one. */
export function Offer({ ended }: { ended: Plan | null | undefined }) {
  const { price } = useBrand();
  const [hasAsked, setHasAsked] = useState(false);
  const handleSubscribe = () => {
    // biome-ignore lint/suspicious/noConsole: the specification asks for a logged message and no payment
    console.info('Subscribe Now: no payment is connected');
    setHasAsked(true);
  };
  return (
    <section className="card subscription-offer" aria-labelledby="premium">
      {ended ? <p className="subscription-ended">{endedText(ended)}</p> : null}
      <h2 id="premium">Premium Access</h2>
      <p className="subscription-price tabular-numbers">{formatPrice(price)}</p>
      <ul className="ticks">
        {benefits.map((benefit) => (
          <li key={benefit}>
            <Icon of={Check} />
            {benefit}
          </li>
        ))}
      </ul>
      <Button block onClick={handleSubscribe}>
        Subscribe Now
      </Button>
      {hasAsked ? <PurchaseUnavailable /> : null}
    </section>
  );
}

/** Nothing is sold in the app: the owner grants subscriptions. */
function PurchaseUnavailable() {
  return (
    <Banner tone="notice">
      Nothing can be bought here yet, and nothing was charged. A code from your birth centre opens
      everything at once: type it in on this page. Without one,{' '}
      <Link to="/support">write to us</Link>.
    </Banner>
  );
}

function endedText(plan: Plan): string {
  const state = planStateOf(plan, Date.now());
  return state === 'ended' && plan.end_date
    ? `Your ${plan.plan_type} plan ended on ${formatDay(plan.end_date, 'UTC')}.`
    : `Your ${plan.plan_type} plan is ${state}.`;
}
