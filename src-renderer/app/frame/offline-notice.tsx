import { WifiOff } from 'lucide-react';
import { Banner } from '#renderer/components/banner.tsx';
import { useOnline } from '#renderer/lib/use-online.ts';

/** Above every screen of the application; what has been fetched stays readable under it. */
export function OfflineNotice() {
  if (useOnline()) return null;
  return (
    <div className="wrap offline-notice">
      <Banner tone="notice" icon={WifiOff}>
        No connection. What is playing goes on to the end, and we keep trying.
      </Banner>
    </div>
  );
}
