import { z } from 'zod';
import { typedEmailSchema } from '../rows/columns.ts';
import { NEWSLETTER_STATES } from '../rows/newsletter-subscribers.ts';

export const newsletterSchema = z.object({
  email: typedEmailSchema,
  /** The page the request came from. */
  source: z.string().max(100).optional(),
});

const FILTERS = ['all', ...NEWSLETTER_STATES] as const;

/** Filter of the subscriber list as a file. */
export const newsletterListSchema = z.object({
  status: z.enum(FILTERS, `status is one of ${FILTERS.join(', ')}.`).default('confirmed'),
});
