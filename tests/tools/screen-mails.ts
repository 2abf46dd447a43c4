import { DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { MAIL_TEMPLATES, MAIL_TEXTS } from '#contract/constants/texts/mail-texts.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { previewMail } from '#server/modules/mail/mail-preview.ts';

const SITE = 'https://cradlesong.example.org';

/** Every mail with a template of its own. */
export function renderMails(): Pick<Mail, 'kind' | 'html'>[] {
  return MAIL_TEMPLATES.map((template) => {
    const { subject, preview, text } = MAIL_TEXTS[template].texts;
    const draft = { template, subject: subject.text, preview: preview.text, text: text.text };
    return { kind: template, ...previewMail(DEFAULT_BRAND, SITE, draft) };
  });
}
