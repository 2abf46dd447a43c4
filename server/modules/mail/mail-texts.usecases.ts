import { fillMailParts, readMailText } from '#contract/constants/texts/mail-text.ts';
import { MAIL_TEXTS, type MailTemplate } from '#contract/constants/texts/mail-texts.ts';
import { fillText } from '#contract/constants/texts/read-sections.ts';
import type { LiveSettings } from '#server/core/config/live-settings.ts';
import { composeMail } from './mail.usecases.ts';

/** Settings that a mail is rendered with. */
export type MailSettings = Pick<LiveSettings, 'brand' | 'mailTexts'>;

/** Renders a mail from the owner's text, or from the built-in one. */
export function renderMail(
  { brand, mailTexts }: MailSettings,
  template: MailTemplate,
  given: Readonly<Record<string, string>> = {},
) {
  const { name, email, address } = brand;
  const values: Readonly<Record<string, string>> = { ...given, name, email };
  const { link = '', code: digits = '', unsubscribe = '' } = values;
  const pick = (part: 'subject' | 'preview' | 'text') =>
    mailTexts[`mail.${template}.${part}`] ?? MAIL_TEXTS[template].texts[part].text;
  const { action, refusal, code, ...parts } = fillMailParts(readMailText(pick('text')), values);
  return composeMail({
    ...parts,
    // A value with a line break must not become a header.
    subject: fillText(pick('subject'), values).replace(/\s+/g, ' '),
    preview: fillText(pick('preview'), values),
    ...(action ? { action: { label: action, url: link } } : {}),
    ...(refusal ? { refusal: { label: refusal, url: unsubscribe } } : {}),
    ...(code ? { code: { label: code, digits } } : {}),
    sender: { name, address },
  });
}
