import { z } from 'zod';

export const streamCommandSchema = z.object({
  url: z.url(),
  count: z.number(),
  /** The address of this machine they come from: one has some 28,000 ports. */
  from: z.string(),
});

/** How many streams are open, and for each event's id when each of them had it (ms since the epoch). */
export const streamReportSchema = z.object({
  open: z.number(),
  arrivals: z.record(z.coerce.number(), z.array(z.number())),
});
export type StreamReport = z.infer<typeof streamReportSchema>;
