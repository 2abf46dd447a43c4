import { Check } from 'lucide-react';
import { ButtonLink } from '#renderer/components/button.tsx';
import { Dialog } from '#renderer/components/dialog.tsx';
import { Icon } from '#renderer/components/icon.tsx';
import type { Track } from '#renderer/data/audio-content.ts';
import { formatPrice } from '#renderer/lib/format.ts';
import { useBrand } from '#renderer/lib/public-config.ts';
import { stageOf } from '#renderer/track-parts/stage-mark.tsx';

const BENEFITS = ['Unlimited access to all meditations', 'Ad-free experience', 'Offline listening'];

interface PremiumSheetProps {
  /** The requested locked track, or null while the sheet is closed. */
  track: Track | null;
  onClose: () => void;
}

export function PremiumSheet({ track, onClose }: PremiumSheetProps) {
  const { price } = useBrand();
  return (
    <Dialog
      kind="sheet"
      open={track !== null}
      onOpenChange={(open) => open || onClose()}
      title="Unlock Premium Content"
      description="Get unlimited access to all meditations and features"
      stage={stageOf(track?.category ?? '')}
    >
      <div className="price">
        <span>One-time Payment</span>
        <b className="num">{formatPrice(price)}</b>
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
