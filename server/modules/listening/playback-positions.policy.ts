import type { PlaybackPosition } from '#contract/rows/playback-positions.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { byRole, ownedBy } from '#server/tables/rules.ts';

const hers = byRole<PlaybackPosition>({ authenticated: ownedBy('user_id') });

/** Where she stopped, in every track of hers; the admin counts these places and sees none. */
export const playbackPositionsPolicy = definePolicy<PlaybackPosition>({
  select: hers,
  insert: hers,
  update: hers,
  delete: hers,
});
