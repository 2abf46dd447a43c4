import { z } from 'zod';

/** Body of `POST /admin/v1/mail-test`. */
export const mailTestSchema = z.object({
  to: z.email('Please give an e-mail address, such as name@example.org.').max(255),
});

/** Why a mail did not leave: what the mail server said, or how far we came. */
const MAIL_FAILURES = ['refused', 'sign_in', 'unreachable', 'tls', 'slow', 'other'] as const;

/** What became of the test mail. Failing is an answer too, so it comes with 200. */
export const mailTestAnswerSchema = z.discriminatedUnion('outcome', [
  /** The mail server took it; `code` and `text` are its words, such as 250 'OK: queued as 7F3'. */
  z.object({ outcome: z.literal('accepted'), code: z.int(), text: z.string() }),
  /** There is no mail server: `file` is its name in the outbox. */
  z.object({ outcome: z.literal('written'), file: z.string() }),
  z.object({
    outcome: z.literal('failed'),
    reason: z.enum(MAIL_FAILURES),
    /** The mail server's number, when it came so far. */
    code: z.int().nullable(),
    /** Its words, or those of the network, without user name and password. */
    text: z.string(),
  }),
]);
export type MailTestAnswer = z.infer<typeof mailTestAnswerSchema>;
export type MailFailure = (typeof MAIL_FAILURES)[number];
