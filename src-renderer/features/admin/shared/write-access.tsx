import type { ReactNode } from 'react';
import type { AdminArea } from '#contract/constants/admin-roles.ts';
import { Banner } from '#renderer/components/messages/banner.tsx';
import { usePermissions } from '../admin-permissions.ts';

interface WriteAccessProps {
  area: AdminArea;
  children: ReactNode;
  /** Controls shown only to roles without write access, above the disabled ones. */
  usable?: ReactNode;
}

/** For roles without write access, disables every control inside and says why. */
export function WriteAccess({ area, children, usable }: WriteAccessProps) {
  const may = usePermissions();
  if (may(`write ${area}`)) return children;
  return (
    <>
      <Banner tone="notice">Your role can see this, but not change it.</Banner>
      {usable}
      <fieldset className="admin-read-only" disabled>
        {children}
      </fieldset>
    </>
  );
}
