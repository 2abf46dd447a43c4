import { z } from 'zod';
import { LIMITS } from './limits.ts';

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
