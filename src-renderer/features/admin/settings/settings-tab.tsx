import { KiosksPart } from '../kiosks/kiosks-part.tsx';
import { PartedTab } from '../shared/parted-tab.tsx';
import { AccessSettings } from './access-settings.tsx';
import { Admins } from './admins.tsx';
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
  { value: 'outbox', label: 'Outbox', area: 'outbox', Part: Outbox },
  { value: 'backups', label: 'Backups', area: 'backups', Part: Backups },
  { value: 'kiosks', label: 'Kiosks', area: 'kiosks', Part: KiosksPart },
  { value: 'people', label: 'People', area: 'admins', Part: Admins },
  { value: 'password', label: 'Password', Part: PasswordForm },
  { value: 'log', label: 'Audit log', area: 'log', Part: AuditLog },
] as const;

export function SettingsTab() {
  return <PartedTab title="Settings" parts={PARTS} />;
}
