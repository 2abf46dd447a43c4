import type { MailDraft } from '#contract/calls/admin/mail-test.ts';
import { MAIL_TEMPLATES, MAIL_TEXTS } from '#contract/constants/texts/mail-texts.ts';
import { textSchema } from '#contract/rows/settings.ts';
import { createHttpError } from '#server/core/errors.ts';
import { type MailSettings, renderMail } from './mail-texts.usecases.ts';

/** Invented values of every placeholder. */
const SAMPLES = {
  code: '123456',
  person: 'Hanna',
  role: 'Editor',
  roleText: 'writes and orders the recordings.',
  day: '21 December 2026',
  subject: 'The sound stops',
  answer: 'Thank you for writing.\n\nPlease charge the phone and let the page stay open.',
  ticket: 'T-1',
  next: 'If there is more to say, reply in your profile.',
  reason: 'You asked us to keep it until your child is born.',
};

/** Renders a draft with sample values; throws a 400 that explains the fault. */
export function previewMail(brand: MailSettings['brand'], siteUrl: string, draft: MailDraft) {
  const template = MAIL_TEMPLATES.find((name) => name === draft.template);
  if (!template) throw createDraftError('There is no such mail');
  const mailTexts: Record<string, string> = {};
  for (const name of ['subject', 'preview', 'text'] as const) {
    const checked = textSchema(MAIL_TEXTS[template].texts[name]).safeParse(draft[name]);
    if (!checked.success) throw createDraftError(checked.error.issues[0]?.message);
    mailTexts[`mail.${template}.${name}`] = draft[name];
  }
  return renderMail({ brand, mailTexts }, template, {
    ...SAMPLES,
    link: siteUrl,
    unsubscribe: siteUrl,
  });
}

const createDraftError = (publicMessage = 'The mail is not complete') =>
  createHttpError(400, publicMessage);
