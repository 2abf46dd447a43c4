import type { ReactNode } from 'react';
import { PageSlot } from './page-slot.tsx';
import { ServerData } from './server-data.tsx';

/** For the screens that fill the glass by themselves; each brings its own `main`. */
export function BareLayout({ children }: { children: ReactNode }) {
  return (
    <ServerData>
      <PageSlot>{children}</PageSlot>
    </ServerData>
  );
}
