import { WifiOff } from 'lucide-react';
import { Banner } from '#renderer/components/banner.tsx';
import { useOnline } from '#renderer/lib/use-online.ts';

/** Above every screen of the application; what has been fetched stays readable under it. */
export function OfflineNotice() {
  if (useOnline()) return null;
  return (
    <div className="wrap offline-notice">
      <Banner tone="notice" icon={WifiOff}>
        No connection. What is playing goes on as far as it has come, and then by itself when the
        connection returns.
      </Banner>
    </div>
  );
}
