import { type PlaybackPosition, playbackPositions } from '#contract/rows/playback-positions.ts';
import { audioContentPolicy } from '#server/modules/tracks/audio-content.policy.ts';
import { registerTable } from '#server/tables/registry.ts';
import { ownedBy } from '#server/tables/rules.ts';

const own = ownedBy<PlaybackPosition>('user_id');

/** Users access their own positions. Admins have no access; listening-counts.repository.ts counts for them. */
export const playbackPositionsTable = registerTable(playbackPositions, {
  policy: {
    select: own,
    insert: own,
    update: own,
    delete: own,
  },
  visibleParents: { content_id: audioContentPolicy.select },
});
