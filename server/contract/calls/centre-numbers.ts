import { z } from 'zod';

/** Where a centre sees its own numbers; null while it has no such address. */
export const numbersLinkSchema = z.object({ link: z.url().nullable() });
export type NumbersLink = z.infer<typeof numbersLinkSchema>;
