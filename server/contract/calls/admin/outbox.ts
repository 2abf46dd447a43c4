import { z } from 'zod';

/** A mail written to disk because no mail server is set; `name` is the file name. */
const outboxEntrySchema = z.object({
  name: z.string(),
  sentAt: z.string(),
  to: z.string(),
  subject: z.string(),
});

export type OutboxEntry = z.infer<typeof outboxEntrySchema>;

export const outboxSchema = z.object({ mails: z.array(outboxEntrySchema) });
export const outboxMailSchema = outboxEntrySchema.extend({ text: z.string() });
