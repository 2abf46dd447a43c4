import { z } from 'zod';

/** Results per kind. */
export const SEARCH_HITS = 6;

export const searchQuerySchema = z.object({
  text: z
    .string({ error: 'Enter a word to search for.' })
    .trim()
    .min(1, { error: 'Enter a word to search for.' })
    .max(200, { error: 'A search can have at most 200 characters.' }),
});

const foundTrackSchema = z.object({ id: z.int(), title: z.string(), enabled: z.boolean() });
const foundPersonSchema = z.object({ id: z.string(), email: z.string(), name: z.string() });
const foundTicketSchema = z.object({
  id: z.int(),
  subject: z.string(),
  status: z.string(),
  email: z.string(),
});

/** Answer of `GET /admin/v1/search`: the first results of each kind. */
export const searchResponseSchema = z.object({
  tracks: z.array(foundTrackSchema),
  people: z.array(foundPersonSchema),
  tickets: z.array(foundTicketSchema),
});
export type SearchResponse = z.infer<typeof searchResponseSchema>;
