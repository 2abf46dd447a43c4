import { z } from 'zod';

const count = z.int().nonnegative();

/** `GET /admin/v1/people/{id}/counts`: how much a user listens, never what. */
export const personCountsSchema = z.object({ favorites: count, plays: count });
export type PersonCounts = z.infer<typeof personCountsSchema>;

/** `GET /admin/v1/tracks/{id}/counts`: counts of one track, without users. */
export const trackCountsSchema = z.object({ favorites: count, plays: count, positions: count });
export type TrackCounts = z.infer<typeof trackCountsSchema>;
