import { z } from 'zod';
import { idSchema } from '../rows/columns.ts';
import { MAX_CHANGED_TRACKS } from './admin/track-changes.ts';

const count = z.int().nonnegative();

/** `GET /admin/v1/people/{id}/counts`: how much a user listens, never what. */
export const personCountsSchema = z.object({ favorites: count, plays: count });
export type PersonCounts = z.infer<typeof personCountsSchema>;

/** `POST /admin/v1/track-counts`: counts of all these tracks together, without users. */
export const countedTracksSchema = z.strictObject({
  ids: z.array(idSchema).min(1).max(MAX_CHANGED_TRACKS),
});
export const trackCountsSchema = z.object({ favorites: count, plays: count, positions: count });
export type TrackCounts = z.infer<typeof trackCountsSchema>;
