import type { TicketAnswer } from '#contract/calls/ticket-answer.ts';
import type { Brand } from '#contract/words/brand.ts';
import { ticketReference } from '#contract/words/ticket-reference.ts';
import { isoNow } from '#server/core/clock.ts';
import type { ServerDeps } from '#server/core/deps.ts';
import type { Mail } from '#server/core/mailer.ts';
import { composeLetter } from '#server/modules/mail/mail.usecases.ts';
import {
  findTicket,
  insertAnswerNotification,
  logAnswer,
  saveAnswer,
} from './support.repository.ts';

/**
 * An answer reaches her three ways: on the ticket in her profile, among her notifications and by mail.
 * All or none: a mail that nobody takes over undoes the rest, and the admin is told. False without a ticket.
 */
export async function answerTicket(
  { clock, config, db, mailer, settings }: ServerDeps,
  id: number,
  { answer, isClosed }: TicketAnswer,
): Promise<boolean> {
  const now = isoNow(clock);
  const { brand } = await settings.read();
  const answered = { id, answer, status: isClosed ? 'closed' : 'answered', now } as const;
  return db.transaction(async (trx) => {
    const ticket = await findTicket(trx, id);
    if (!ticket) return false;
    const { user_id: userId, subject, email } = ticket;
    await saveAnswer(trx, answered);
    await insertAnswerNotification(trx, {
      userId,
      title: `Our answer: ${subject}`,
      body: answer,
      now,
    });
    await logAnswer(trx, answered, ticket);
    const siteUrl = config.SITE_URL;
    await mailer.send(createAnswerMail({ id, to: email, subject, answer, brand, siteUrl }));
    return true;
  });
}

interface AnswerMail {
  id: number;
  to: string;
  subject: string;
  answer: string;
  brand: Brand;
  siteUrl: string;
}

function createAnswerMail({ id, to, subject, answer, brand, siteUrl }: AnswerMail): Mail {
  const { name, address } = brand;
  const letter = composeLetter({
    // A line break in what she typed must not become a header of the mail.
    subject: `Our answer: ${subject.replace(/\s+/g, ' ')}`,
    preview: 'You wrote to us; here is our answer.',
    heading: 'Our answer to you',
    paragraphs: answer.split(/\n{2,}/),
    action: { label: 'See it in your profile', url: `${siteUrl}/profile` },
    notes: [`You wrote to ${name} about “${subject}” (${ticketReference(id)}).`],
    sender: { name, address },
  });
  return { ...letter, to, kind: 'support_answer' };
}
