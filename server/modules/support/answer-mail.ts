import { type Brand, DEFAULT_BRAND } from '#contract/words/brand.ts';
import { ticketReference } from '#contract/words/ticket-reference.ts';
import type { Config } from '#server/core/config.ts';
import type { Mail } from '#server/core/mailer.ts';
import { createSecretKeys } from '#server/identity/sessions/secret-keys.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';
import { ticketMark } from './ticket-mark.ts';

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

export function createAnswerMail(config: MailConfig, brand: Brand, answered: Answer): Mail {
  const { id, to, subject, answer } = answered;
  const { name, address } = brand;
  const isRead = config.INBOX_URL !== undefined;
  const mark = isRead ? ticketMark(createSecretKeys(config.JWT_SECRET).ticketMarks, answered) : '';
  // A line break in what she typed must not become a header of the mail.
  const about = subject.replace(/\s+/g, ' ');
  const letter = composeLetter({
    subject: isRead ? `Our answer: ${about} [${mark}]` : `Our answer: ${about}`,
    preview: 'You wrote to us; here is our answer.',
    heading: 'Our answer to you',
    paragraphs: answer.split(/\n{2,}/),
    action: { label: 'Read and reply in your profile', url: `${config.SITE_URL}/profile` },
    notes: [
      `You wrote to ${name} about “${subject}” (${ticketReference(id)}).`,
      whatComesNext(answered, config),
    ],
    sender: { name, address },
  });
  const replyTo = findReplyAddress(config, brand);
  return {
    ...letter,
    to,
    kind: 'support_answer',
    headers: {
      ...(replyTo === undefined ? {} : { 'Reply-To': replyTo }),
      // Mail programs carry it on into a reply, also where the mail server gives the mail a Message-ID of its own.
      ...(isRead ? { References: `<${mark}@${new URL(config.SITE_URL).hostname}>` } : {}),
    },
  };
}

/** Of the mailbox that is read, else of the owner. The built-in address is nobody's: a reply to it would be lost. */
export function findReplyAddress(
  { INBOX_ADDRESS, INBOX_URL }: Pick<Config, 'INBOX_ADDRESS' | 'INBOX_URL'>,
  { email }: Pick<Brand, 'email'>,
): string | undefined {
  const owners = email === DEFAULT_BRAND.email ? undefined : email;
  if (INBOX_URL === undefined) return owners;
  const user = decodeURIComponent(new URL(INBOX_URL).username);
  return INBOX_ADDRESS ?? (user.includes('@') ? user : owners);
}

function whatComesNext(
  { isClosed }: Pick<Answer, 'isClosed'>,
  { INBOX_URL, TICKET_SILENCE_DAYS: silenceDays }: MailConfig,
): string {
  const how =
    INBOX_URL === undefined ? 'Reply in your profile' : 'Reply to this mail or in your profile';
  const asPart = how.replace('R', 'r');
  if (isClosed) return `We have closed your ticket. ${how}, and it is open again.`;
  if (silenceDays === 0) return `If there is more to say, ${asPart}.`;
  const days = silenceDays === 1 ? 'one day' : `${silenceDays} days`;
  return `If we hear nothing from you for ${days}, we take it that all is well and close your ticket. ${how} at any time, and it is open again.`;
}
