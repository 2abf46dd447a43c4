import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { playbackAtom } from '#renderer/data/playback.ts';
import { useOnline } from '#renderer/lib/hooks/use-online.ts';

/** Shown above every screen of the application; data already fetched stays readable. */
export function OfflineNotice() {
  const { track } = useAtomValue(playbackAtom);
  if (useOnline()) return null;
  return (
    <div className="wrap offline-notice">
      <Banner tone="notice" icon={WifiOff}>
        You’re offline.{' '}
        {track
          ? 'This track will play as far as it has loaded and carry on when you’re back.'
          : 'Everything loaded stays; the rest will come when you’re back.'}
      </Banner>
    </div>
  );
}
