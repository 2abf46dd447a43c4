import { z } from 'zod';

/** Public address of a centre's counts; null if there is none. */
export const numbersLinkSchema = z.object({ link: z.url().nullable() });
