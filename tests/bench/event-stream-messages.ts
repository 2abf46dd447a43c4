import { z } from 'zod';

export const streamCommandSchema = z.object({ url: z.url(), count: z.number() });

/** How many streams are open, and for each event's id when each of them had it (ms since the epoch). */
export const streamReportSchema = z.object({
  open: z.number(),
  arrivals: z.record(z.coerce.number(), z.array(z.number())),
});
export type StreamReport = z.infer<typeof streamReportSchema>;
