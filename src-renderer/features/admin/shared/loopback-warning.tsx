import { Banner } from '#renderer/components/messages/banner.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';
import { isLoopbackAddress } from './loopback-address.ts';

/** Warns before printing cards with an address that phones cannot open. */
export function LoopbackWarning() {
  const { siteUrl } = publicConfig();
  if (!isLoopbackAddress(siteUrl)) return null;
  return (
    <Banner tone="notice">
      These cards lead to {siteUrl}, which only this machine can open. Set SITE_URL to the address
      of your site before you print them.
    </Banner>
  );
}
