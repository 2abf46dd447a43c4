import { z } from 'zod';

export const streamCommandSchema = z.object({
  url: z.url(),
  count: z.number(),
  /** Local address the connections come from; one address has about 28,000 ports. */
  from: z.string(),
});

/** Number of open streams, and for each event id the time each stream received it (ms since the epoch). */
export const streamReportSchema = z.object({
  open: z.number(),
  arrivals: z.record(z.coerce.number(), z.array(z.number())),
});
export type StreamReport = z.infer<typeof streamReportSchema>;
