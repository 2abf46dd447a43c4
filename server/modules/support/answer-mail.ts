import { type Brand, DEFAULT_BRAND } from '#contract/constants/pages/brand.ts';
import { ticketReference } from '#contract/constants/ticket-reference.ts';
import type { Config } from '#server/core/config/config.ts';
import { createSecretKeys } from '#server/core/config/secret-keys.ts';
import type { Mail } from '#server/core/mail/mailer.ts';
import { type MailSettings, renderMail } from '#server/modules/mail/mail-texts.usecases.ts';
import { signedReference } from './signed-reference.ts';

interface Answer {
  readonly id: number;
  readonly user_id: string;
  readonly to: string;
  readonly subject: string;
  readonly answer: string;
  readonly isClosed: boolean;
}

type MailConfig = Pick<
  Config,
  'INBOX_ADDRESS' | 'INBOX_URL' | 'JWT_SECRET' | 'SITE_URL' | 'TICKET_SILENCE_DAYS'
>;

export function createAnswerMail(
  config: MailConfig,
  settings: MailSettings,
  answered: Answer,
): Mail {
  const { id, to, subject, answer } = answered;
  const readsReplies = config.INBOX_URL !== undefined;
  const reference = readsReplies
    ? signedReference(createSecretKeys(config.JWT_SECRET).ticketReferences, answered)
    : '';
  const content = renderMail(settings, 'support_answer', {
    subject,
    answer,
    ticket: ticketReference(id),
    next: describeNextStep(answered, config),
    link: `${config.SITE_URL}/profile`,
  });
  const replyTo = findReplyAddress(config, settings.brand);
  return {
    ...content,
    subject: readsReplies ? `${content.subject} [${reference}]` : content.subject,
    to,
    kind: 'support_answer',
    headers: {
      ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }),
      // Mail programs copy References into replies; a mail server may replace the Message-ID.
      ...(readsReplies
        ? { References: `<${reference}@${new URL(config.SITE_URL).hostname}>` }
        : {}),
    },
  };
}

/** Address of the mailbox the server reads, else the brand's. Never the default brand's, where no one reads replies. */
function findReplyAddress(
  { INBOX_ADDRESS, INBOX_URL }: Pick<Config, 'INBOX_ADDRESS' | 'INBOX_URL'>,
  { email }: Pick<Brand, 'email'>,
): string | undefined {
  const owners = email === DEFAULT_BRAND.email ? undefined : email;
  if (INBOX_URL === undefined) return owners;
  const user = decodeURIComponent(new URL(INBOX_URL).username);
  return INBOX_ADDRESS ?? (user.includes('@') ? user : owners);
}

function describeNextStep(
  { isClosed }: Pick<Answer, 'isClosed'>,
  { INBOX_URL, TICKET_SILENCE_DAYS: silenceDays }: MailConfig,
): string {
  const how =
    INBOX_URL === undefined ? 'Reply in your profile' : 'Reply to this mail or in your profile';
  const midSentence = how.replace('R', 'r');
  if (isClosed) return `We have closed your ticket. ${how}, and it is open again.`;
  if (silenceDays === 0) return `If there is more to say, ${midSentence}.`;
  const days = silenceDays === 1 ? 'one day' : `${silenceDays} days`;
  return `If we hear nothing from you for ${days}, we take it that all is well and close your ticket. ${how} at any time, and it is open again.`;
}
