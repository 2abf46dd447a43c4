import { z } from 'zod';
import { idSchema, timestampSchema } from './columns.ts';

export const NEWSLETTER_STATES = ['pending', 'confirmed', 'unsubscribed'] as const;

/** Without the token's hash, which nobody reads over the wire. */
export const newsletterSubscriberSchema = z.object({
  id: idSchema,
  email: z.string(),
  status: z.enum(NEWSLETTER_STATES),
  source: z.string().nullable(),
  text_version: z.string().nullable(),
  created_at: timestampSchema,
  confirmed_at: timestampSchema.nullable(),
  unsubscribed_at: timestampSchema.nullable(),
});
export type NewsletterSubscriber = z.infer<typeof newsletterSubscriberSchema>;
