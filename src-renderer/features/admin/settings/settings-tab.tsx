import { KiosksPart } from '../kiosks/kiosks-part.tsx';
import { resourcePart } from '../resource/resource-page.tsx';
import { formPart } from '../shared/rights.tsx';
import { TabWithParts } from '../shared/tab-with-parts.tsx';
import { AccessSettings } from './access-settings.tsx';
import { Admins } from './admins.tsx';
import { AnnouncementSettings } from './announcement-form.tsx';
import { auditResource } from './audit.resource.tsx';
import { Backups } from './backups/backups.tsx';
import { outboxResource } from './outbox.resource.tsx';
import { OwnerMailsSettings } from './owner-mails.tsx';
import { PasswordForm } from './password-form.tsx';
import { Sessions } from './sessions.tsx';
import { BrandSettings } from './texts/brand-form.tsx';
import { MailTexts } from './texts/mail-texts.tsx';
import { SiteTexts } from './texts/site-texts.tsx';
import './settings.css';

const PARTS = [
  { value: 'brand', label: 'Brand', ...formPart('settings', BrandSettings) },
  { value: 'texts', label: 'Texts', area: 'settings', Part: SiteTexts },
  { value: 'mail-texts', label: 'Mails to users', area: 'settings', Part: MailTexts },
  {
    value: 'announcement',
    label: 'Announcement',
    ...formPart('settings', AnnouncementSettings),
  },
  { value: 'access', label: 'Sign-in & access', ...formPart('settings', AccessSettings) },
  { value: 'mails', label: 'Mails to you', ...formPart('settings', OwnerMailsSettings) },
  { value: 'outbox', label: 'Outbox', ...resourcePart(outboxResource) },
  { value: 'backups', label: 'Backups', area: 'backups', Part: Backups },
  { value: 'kiosks', label: 'Kiosks', area: 'kiosks', Part: KiosksPart },
  { value: 'people', label: 'People', area: 'admins', Part: Admins },
  { value: 'password', label: 'Password', Part: PasswordForm },
  { value: 'sessions', label: 'Sessions', Part: Sessions },
  { value: 'log', label: 'Audit log', ...resourcePart(auditResource) },
] as const;

export function SettingsTab() {
  return <TabWithParts title="Settings" parts={PARTS} />;
}
