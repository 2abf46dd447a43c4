import { onlineManager } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { playbackAtom } from '#renderer/data/playback.ts';
import { desktopState } from '#renderer/lib/desktop.ts';

/** Shown above every screen of the application; data already fetched stays readable. */
export function OfflineNotice() {
  const { track } = useAtomValue(playbackAtom);
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    // The server of the desktop window and the kiosk is on the same machine.
    () => onlineManager.isOnline() || desktopState() !== undefined,
    () => true,
  );
  if (isOnline) return null;
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
