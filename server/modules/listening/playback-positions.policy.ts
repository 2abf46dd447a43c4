import type { PlaybackPosition } from '#contract/rows/playback-positions.ts';
import { byRole, definePolicy, ownedBy } from '#server/tables/rules.ts';

const own = byRole<PlaybackPosition>({ authenticated: ownedBy('user_id') });

/** Users access their own positions; admins only get counts. */
export const playbackPositionsPolicy = definePolicy<PlaybackPosition>({
  select: own,
  insert: own,
  update: own,
  delete: own,
});
