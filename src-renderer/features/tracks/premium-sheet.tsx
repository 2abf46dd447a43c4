import { Check } from 'lucide-react';
import { Button, ButtonLink } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import type { Track } from '#renderer/data/audio-content.ts';
import { formatPrice } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { useOffersAccount } from '#renderer/lib/use-offers-account.ts';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';

const BENEFITS = ['Unlimited access to all meditations', 'Ad-free experience', 'Offline listening'];

interface PremiumSheetProps {
  /** The requested locked track. */
  track: Track;
  onClose: () => void;
}

export function PremiumSheet({ track, onClose }: PremiumSheetProps) {
  const { price } = useBrand();
  const sheet = {
    kind: 'sheet',
    open: true,
    onOpenChange: onClose,
    stage: stageOf(track.category),
  } as const;
  if (!useOffersAccount()) {
    return (
      <Dialog
        {...sheet}
        title="A premium meditation"
        description="You can play it with a premium account, on your own phone or after signing in here."
      >
        <Button block onClick={onClose}>
          Choose another
        </Button>
      </Dialog>
    );
  }
  return (
    <Dialog
      {...sheet}
      title="Unlock Premium Content"
      description="Get unlimited access to all meditations and features"
    >
      <div className="price">
        <span>One-time Payment</span>
        <b className="tabular-numbers">{formatPrice(price)}</b>
      </div>
      <ul className="ticks">
        {BENEFITS.map((benefit) => (
          <li key={benefit}>
            <Icon of={Check} />
            {benefit}
          </li>
        ))}
      </ul>
      <ButtonLink to="/profile" block>
        Subscribe Now
      </ButtonLink>
    </Dialog>
  );
}
