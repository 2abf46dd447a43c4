import type { ComponentType } from 'react';
import { KiosksPart } from '../kiosks/kiosks-part.tsx';
import { resourcePart } from '../resource/resource-page.tsx';
import { TabWithParts } from '../shared/tab-with-parts.tsx';
import { WriteAccess } from '../shared/write-access.tsx';
import { SETTINGS_PARTS } from '../tab-parts.ts';
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

const formPart = (Form: ComponentType) => () => (
  <WriteAccess area="settings">
    <Form />
  </WriteAccess>
);

const COMPONENTS = {
  brand: formPart(BrandSettings),
  texts: SiteTexts,
  'mail-texts': MailTexts,
  announcement: formPart(AnnouncementSettings),
  access: formPart(AccessSettings),
  mails: formPart(OwnerMailsSettings),
  outbox: resourcePart(outboxResource),
  backups: Backups,
  kiosks: KiosksPart,
  people: Admins,
  password: PasswordForm,
  sessions: Sessions,
  log: resourcePart(auditResource),
};

export function SettingsTab() {
  return <TabWithParts title="Settings" parts={SETTINGS_PARTS} components={COMPONENTS} />;
}
