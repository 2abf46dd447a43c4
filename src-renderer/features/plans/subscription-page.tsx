import { Check } from 'lucide-react';
import { Button } from '#renderer/components/button.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import { PageHead } from '#renderer/components/page-head.tsx';
import { SignInPrompt } from '#renderer/components/sign-in-prompt.tsx';
import { formatPrice } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useUser } from '#renderer/lib/session.ts';
import { RedeemCode } from './redeem-code.tsx';
import './subscription.css';

const benefits = [
  'Access to all meditation audios',
  'Unlock premium content',
  'One-time payment, lifetime access',
  'Support future content updates',
];

export function SubscriptionPage() {
  const user = useUser();
  const { price } = useBrand();
  return (
    <main id="main" tabIndex={-1} className="wrap narrow subscription">
      <PageHead title="Unlock Full Access" backTo="/profile" />
      <section className="card subscription-offer" aria-labelledby="premium">
        <h2 id="premium">Premium Access</h2>
        <p className="subscription-price num">{formatPrice(price)}</p>
        <ul>
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
      </section>
      <RedeemCode userId={user ? user.id : user} />
      {user === null ? (
        <SignInPrompt
          title="Sign in to see your plan"
          text="A subscription belongs to an account, so that you have it on every device."
        />
      ) : null}
    </main>
  );
}

/** Nothing is sold in the app: subscriptions are given by the owner (docs/decisions). */
function handleSubscribe() {
  // biome-ignore lint/suspicious/noConsole: the specification asks for a logged message and no payment
  console.info('Subscribe Now: no payment is connected');
}
