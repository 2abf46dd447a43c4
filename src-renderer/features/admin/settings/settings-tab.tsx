import { useState } from 'react';
import { ChipGroup } from '#renderer/components/chip-group.tsx';
import { AdminHead } from '../admin-head.tsx';
import { KiosksPart } from '../kiosks/kiosks-part.tsx';
import { AccessSettings } from './access-settings.tsx';
import { AnnouncementSettings } from './announcement-form.tsx';
import { AuditLog } from './audit-log.tsx';
import { Backups } from './backups.tsx';
import { BrandSettings } from './brand-form.tsx';
import { Outbox } from './outbox.tsx';
import { PasswordForm } from './password-form.tsx';
import './settings.css';

const PARTS = [
  { value: 'brand', label: 'Brand', Part: BrandSettings },
  { value: 'announcement', label: 'Announcement', Part: AnnouncementSettings },
  { value: 'access', label: 'Sign-in & access', Part: AccessSettings },
  { value: 'outbox', label: 'Outbox', Part: Outbox },
  { value: 'backups', label: 'Backups', Part: Backups },
  { value: 'kiosks', label: 'Kiosks', Part: KiosksPart },
  { value: 'password', label: 'Password', Part: PasswordForm },
  { value: 'log', label: 'Audit log', Part: AuditLog },
] as const;

export function SettingsTab() {
  const [value, setValue] = useState<(typeof PARTS)[number]['value']>('brand');
  const open = PARTS.find((part) => part.value === value);
  return (
    <>
      <AdminHead title="Settings" />
      <ChipGroup label="Part" chips={PARTS} value={value} onChange={setValue} />
      {open ? <open.Part /> : null}
    </>
  );
}
