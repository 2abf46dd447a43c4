import { z } from 'zod';
import { NEWSLETTER_STATES } from '../rows/newsletter-subscribers.ts';
import { LIMITS } from '../words/limits.ts';

export const newsletterSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(LIMITS.emailLength, 'This e-mail address is too long.')
    .pipe(z.email('This does not look like an e-mail address.')),
  /** The page that asked. */
  source: z.string().max(100).optional(),
});

const FILTERS = ['all', ...NEWSLETTER_STATES] as const;

/** Whom the admin's file of the list holds. */
export const newsletterListSchema = z.object({
  status: z.enum(FILTERS, `status is one of ${FILTERS.join(', ')}.`).default('confirmed'),
});
