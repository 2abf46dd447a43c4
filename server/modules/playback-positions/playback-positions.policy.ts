import type { PlaybackPosition } from '#contract/playback-positions.ts';
import { definePolicy } from '#server/tables/policy.ts';
import { always, byRole, ownedBy } from '#server/tables/rules.ts';

const hersOrAdmin = byRole<PlaybackPosition>({
  authenticated: ownedBy('user_id'),
  service_role: always,
});

/** Where she stopped, in every track of hers. */
export const playbackPositionsPolicy = definePolicy<PlaybackPosition>({
  select: hersOrAdmin,
  insert: hersOrAdmin,
  update: hersOrAdmin,
  delete: hersOrAdmin,
});
