import { playbackPositions } from '#contract/rows/playback-positions.ts';
import { audioContentPolicy } from '#server/modules/tracks/audio-content.policy.ts';
import { registerTable } from '#server/tables/registry.ts';
import { playbackPositionsPolicy } from './playback-positions.policy.ts';

export const playbackPositionsTable = registerTable(playbackPositions, {
  policy: playbackPositionsPolicy,
  visibleParents: { content_id: audioContentPolicy.select },
});
