import { Megaphone } from 'lucide-react';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { publicConfig } from '#renderer/lib/public-config.ts';

export function Announcement() {
  const { announcement } = publicConfig();
  if (announcement === undefined) return null;
  return (
    <Banner tone="notice" icon={Megaphone}>
      <span dir="auto">{announcement}</span>
    </Banner>
  );
}
