import { z } from 'zod';
import { MAIL_FAILURES } from '#contract/constants/mail-failures.ts';

/** A mail's text as it is being written. */
export const mailDraftSchema = z.object({
  template: z.string().max(60),
  subject: z.string().max(500),
  preview: z.string().max(500),
  text: z.string().max(20_000),
});
export type MailDraft = z.infer<typeof mailDraftSchema>;

/** The draft as it would arrive, with invented values. */
export const mailPreviewSchema = z.object({ subject: z.string(), text: z.string() });

export const mailTestSchema = z.object({
  to: z.email('Please give an email address, such as name@example.org.').max(255),
  /** Sent instead of the test mail. */
  draft: mailDraftSchema.optional(),
});

/** Result of the test mail. Failure is a result too, sent with 200. */
export const mailTestResponseSchema = z.discriminatedUnion('outcome', [
  /** The mail server accepted it; `code` and `text` are its reply, e.g. 250 'OK: queued as 7F3'. */
  z.object({ outcome: z.literal('accepted'), code: z.int(), text: z.string() }),
  /** No mail server is set; `file` is its name in the outbox. */
  z.object({ outcome: z.literal('written'), file: z.string() }),
  z.object({
    outcome: z.literal('failed'),
    reason: z.enum(MAIL_FAILURES),
    /** The mail server's reply code; null if none was received. */
    code: z.int().nullable(),
    /** Reply or network error, without credentials. */
    text: z.string(),
  }),
]);
export type MailTestResponse = z.infer<typeof mailTestResponseSchema>;
