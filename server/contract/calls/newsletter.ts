import { z } from 'zod';
import { LIMITS } from '../constants/limits.ts';
import { NEWSLETTER_STATES } from '../rows/newsletter-subscribers.ts';

export const newsletterSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .max(LIMITS.emailLength, 'This email address is too long.')
    .pipe(z.email('This does not look like an email address.')),
  /** The page the request came from. */
  source: z.string().max(100).optional(),
});

const FILTERS = ['all', ...NEWSLETTER_STATES] as const;

/** Filter of the subscriber list as a file. */
export const newsletterListSchema = z.object({
  status: z.enum(FILTERS, `status is one of ${FILTERS.join(', ')}.`).default('confirmed'),
});
