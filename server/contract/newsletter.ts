import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Version of the words beside the form; kept with each consent. Change it when the words change. */
export const NEWSLETTER_TEXT_VERSION = '2026-11';

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
